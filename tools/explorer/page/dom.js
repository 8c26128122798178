// Making elements: a small helper for HTML, one for SVG.

const kSvg = 'http://www.w3.org/2000/svg';

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'value' || name === 'checked' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** el('button', {class: 'x', onclick: f}, 'text', child); props that are null, undefined or false are left out. */
export function el(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(kSvg, tag), props, children);
}

export const byId = (id) => document.getElementById(id);

/** A labelled field: the label's text, then the control. */
export function field(label, control, note) {
  return el('label', {class: 'field'}, el('span', {class: 'field-name'}, label), control, note && el('span', {class: 'note'}, note));
}

/** A select box; choices are texts or [value, text]. */
export function select(choices, value, props) {
  const options = choices.map((choice) => {
    const [key, text] = Array.isArray(choice) ? choice : [choice, choice];
    return el('option', {value: key, selected: String(key) === String(value)}, String(text));
  });
  return el('select', props, options);
}

/** A link to a position, which main.js follows without loading the page anew. */
export function positionLink(position, content = position, props = {}) {
  return el('a', {href: `?p=${position.replaceAll(' ', '_')}`, ...props, dataset: {position}}, content);
}
