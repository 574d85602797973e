/**
 * `npm run demo:record`: the film of `/demo`, played by the product itself on an empty state. The result is committed, so that a
 * build needs no browser. Takes some minutes.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { screens, type Recording, type ScreenName } from './film/cut.ts';
import { editFilm } from './film/editor.ts';
import { startRecorder } from './film/recorder.ts';
import { setScene, tell } from './film/story.ts';
import { webVtt } from './film/web-vtt.ts';
import { projectRoot } from './local/settings.ts';
import { logInAsDemoOwner, showProduct, type ShownProduct } from './local/shown-product.ts';

const OPENING_MS = 2_600;
const CLOSING_MS = 3_600;

const target = path.join(projectRoot, 'src', 'client', 'film');
const shotsFolder = mkdtempSync(path.join(tmpdir(), 'film-shots-'));
try {
  await showProduct('film', async (product) => {
    const recording = await record(product);
    console.log(`Recorded ${recording.shots.length} pictures of pages; drawing and encoding.`);
    const film = await editFilm(product.browser, recording);
    mkdirSync(target, { recursive: true });
    save('demo.webm', film.webm);
    if (film.mp4 === null)
      console.error('This browser has no encoder for H.264: demo.mp4 is still that of an earlier run.');
    else save('demo.mp4', film.mp4);
    save('demo-poster.webp', film.poster);
    save('demo.en.vtt', webVtt(recording.captions));
  });
} finally {
  rmSync(shotsFolder, { recursive: true });
}

async function record({ browser, origin }: ShownProduct): Promise<Recording> {
  const pages: Record<ScreenName, Page> = {
    left: await newPage(browser, origin, 'left'),
    tablet: await newPage(browser, origin, 'tablet'),
    right: await newPage(browser, origin, 'right'),
  };
  await logInAsDemoOwner(pages.tablet);
  await setScene(pages);
  const film = await startRecorder(pages, shotsFolder, OPENING_MS);
  const { posterMs, endsMs } = await tell(film);
  film.quiet();
  await film.play(CLOSING_MS);
  const cards = { openUntilMs: OPENING_MS, closeFromMs: endsMs };
  return { ...film.recording(), cards, posterMs };
}

async function newPage(browser: Browser, baseURL: string, screen: ScreenName): Promise<Page> {
  const { width, height, pixelsPerPoint } = screens[screen];
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    deviceScaleFactor: pixelsPerPoint,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'Asia/Jakarta',
    colorScheme: 'light',
  });
  return context.newPage();
}

function save(file: string, content: Buffer | string): void {
  writeFileSync(path.join(target, file), content);
  console.log(`${file} ${content.length} bytes`);
}
