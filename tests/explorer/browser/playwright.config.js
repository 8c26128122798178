// Tests of the page in Chromium from Debian, on a desktop and on a phone, against the real server and an exported site.
//
//   UTHI_PROGRAM   the program to serve with (default build/release/tools/uthi)
//   UTHI_CHROMIUM  the browser (default Debian's /usr/bin/chromium-headless-shell)
//   UTHI_ASSETS    a folder to read the page from, while working on it (default: what the program embeds)
import {defineConfig} from '@playwright/test';

const phone = {viewport: {width: 360, height: 740}, deviceScaleFactor: 2, isMobile: true, hasTouch: true};

export default defineConfig({
  testDir: '.',
  outputDir: '../../../build/browser-tests',
  globalSetup: './serve.js',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 120_000,
  expect: {timeout: 30_000},
  reporter: [['list']],
  use: {
    launchOptions: {executablePath: process.env.UTHI_CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu']},
    contextOptions: {reducedMotion: 'reduce'},
    locale: 'en-GB',
    trace: 'off',
  },
  projects: [
    {name: 'desktop', use: {viewport: {width: 1280, height: 860}}},
    {name: 'phone', use: phone},
    // Tests of what is asked of the server, on an exported site.
    {name: 'site', use: {viewport: {width: 1280, height: 860}, host: 'site'}, grepInvert: /@server/, testMatch: /(beyond|board|game|moves|panels|problems)\.spec\.js$/},
  ],
});
