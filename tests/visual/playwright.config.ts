/** `npm run visual-test`: Playwright's test runner, which takes and compares pictures of pages. */
import path from 'node:path';
import { defineConfig } from 'playwright/test';
import { ensureBrowser } from '../../scripts/local/browser.ts';
import { projectRoot } from '../../scripts/local/settings.ts';

const executablePath = ensureBrowser();
if (executablePath === null) throw new Error('There is no browser.');

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: 'pages.spec.ts',
  outputDir: path.join(projectRoot, 'visual-test'),
  snapshotPathTemplate: '{testDir}/{arg}{ext}',
  // Two parallel tests would need two servers and two browsers.
  workers: 1,
  reporter: 'line',
  // The start may include a build.
  timeout: 120_000,
  expect: {
    // An absolute limit: a changed word or icon is equally small on a long and a short page.
    toHaveScreenshot: { fullPage: true, maxDiffPixels: 50 },
  },
  use: {
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu'] },
    locale: 'en-US',
    timezoneId: 'Asia/Jakarta',
    contextOptions: { reducedMotion: 'reduce' },
    bypassCSP: true,
  },
});
