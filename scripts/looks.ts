/**
 * `npm run looks`: a picture of every public page at three widths, in light and in dark, compared with the one kept in
 * `tests/looks`. Where more than a few pixels differ, the two and the difference are written to `looks/` and it exits with 1; so
 * it does for a kept picture whose page is gone. `npm run looks -- --keep` keeps the pictures as they are now. Another version of the browser draws otherwise.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { drawnPages, formPages } from '../src/shared/site-pages.ts';
import { launchBrowser } from './local/launch-browser.ts';
import { comparePictures } from './local/compare-pictures.ts';
import { freePort, startRealServer } from './local/real-server.ts';
import { projectRoot } from './local/settings.ts';

const WIDTHS = [390, 820, 1440];
const HEIGHT = 844;
const SCHEMES = ['light', 'dark'] as const;
/** However large the page: a word or an icon is as small on a long one. One picture compared with itself differs in none. */
const MAX_PIXELS = 50;
const WEBP_QUALITY = 50;
/** Whatever a page says of today, it says of this. */
const NOW = '2026-11-21T05:00:00.000Z';
/** Nothing moves, what is laid out late is laid out now, and of a film the poster alone is drawn. */
const STILL = `*, ::before, ::after { animation: none !important; transition: none !important;
  caret-color: transparent !important; content-visibility: visible !important; }
  video::-webkit-media-controls { display: none !important; }`;

const kept = path.join(projectRoot, 'tests', 'looks');
const found = path.join(projectRoot, 'looks');
const keeps = process.argv.includes('--keep');

mkdirSync(kept, { recursive: true });
rmSync(found, { recursive: true, force: true });
const browser = await launchBrowser();
const different: string[] = [];
const looked = new Set<string>();
try {
  const paths = [...Object.keys(drawnPages), ...Object.keys(formPages), '/queue', '/no-such-page'];
  await lookAt(browser, paths, {});
  await lookAt(browser, ['/maintenance'], { MAINTENANCE: 'on' });
} finally {
  await browser.close();
}
for (const name of keptNames()) if (!looked.has(name)) judgeGone(name);
for (const name of different) console.log(`differs: ${name}`);
console.log(keeps ? 'Kept as they are.' : `${different.length} differ.`);
process.exitCode = different.length === 0 ? 0 : 1;

/** Every path at every width and in every scheme, from a server with these variables. */
async function lookAt(from: Browser, paths: string[], vars: Record<string, string>): Promise<void> {
  const stateDir = mkdtempSync(path.join(tmpdir(), 'looks-'));
  const server = await startRealServer(stateDir, await freePort(), { vars });
  try {
    for (const width of WIDTHS) {
      const context = await from.newContext({
        baseURL: server.origin,
        viewport: { width, height: HEIGHT },
        locale: 'en-US',
        timezoneId: 'Asia/Jakarta',
        reducedMotion: 'reduce',
        bypassCSP: true,
      });
      const page = await context.newPage();
      await page.clock.setFixedTime(NOW);
      for (const where of paths) {
        await page.goto(where, { waitUntil: 'networkidle' });
        await page.addStyleTag({ content: STILL });
        await page.evaluate(async () => void (await document.fonts.ready));
        for (const scheme of SCHEMES) {
          await page.emulateMedia({ colorScheme: scheme });
          await judge(`${where.slice(1) || 'home'}-${width}-${scheme}`, await picture(page));
        }
      }
      await context.close();
    }
  } finally {
    await server.stop();
    rmSync(stateDir, { recursive: true });
  }
}

/** The whole page, as it is kept. */
async function picture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: WEBP_QUALITY,
    captureBeyondViewport: true,
    clip: { ...cssContentSize, scale: 1 },
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}

async function judge(name: string, now: Buffer): Promise<void> {
  looked.add(name);
  const file = pathOf(name);
  if (keeps) {
    writeFileSync(file, now);
    return;
  }
  const before = existsSync(file) ? readFileSync(file) : null;
  const compared = before && (await comparePictures(browser, before, now));
  if (compared !== null && compared.pixels <= MAX_PIXELS) return;
  mkdirSync(found, { recursive: true });
  writeFileSync(path.join(found, `${name}.now.webp`), now);
  if (before) writeFileSync(path.join(found, `${name}.kept.webp`), before);
  if (compared) writeFileSync(path.join(found, `${name}.difference.webp`), compared.difference);
  different.push(`${name} ${compared ? `in ${compared.pixels} pixels` : 'nothing is kept'}`);
}

/** What is kept of a page that is there no longer. */
function judgeGone(name: string): void {
  if (keeps) rmSync(pathOf(name));
  else different.push(`${name} its page is gone`);
}

function keptNames(): string[] {
  return readdirSync(kept).map((file) => path.parse(file).name);
}

function pathOf(name: string): string {
  return path.join(kept, `${name}.webp`);
}
