/** `npm run visual-test`: Playwright's test runner, which takes pictures of pages, compares and keeps them. */
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
  // Both tests beside each other would be two servers and two browsers.
  workers: 1,
  reporter: 'line',
  // A start may have to build first.
  timeout: 120_000,
  expect: {
    // A word or an icon is as small on a long page as on a short one.
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
