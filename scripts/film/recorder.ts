/**
 * Records pages on the film's own clock. Movement in a page is stopped and led on picture by picture, so that it is smooth
 * however slow the machine is; what the product itself does (answers, sockets, countdowns) runs by the real clock, which the
 * film's never overtakes.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright-core';
import {
  FINGER_MS,
  FRAME_MS,
  screenNames,
  type CameraMove,
  type Recording,
  type ScreenName,
  type Tap,
  type Words,
} from './cut.ts';

/** A finger's stay after it has touched. */
const TAP_ENDS_MS = 240;
const KEY_MS = 100;

export type Recorder = {
  pages: Record<ScreenName, Page>;
  /** Lets so much of the film go by. */
  play(ms: number): Promise<void>;
  /** Scrolls there if need be, shows the finger and touches. */
  tap(screen: ScreenName, target: Locator): Promise<void>;
  /** Touches a field and types, one letter after the other. */
  type(screen: ScreenName, field: Locator, text: string): Promise<void>;
  /** Sends the camera off; the film goes on meanwhile. Without `tookMs` it is there at once. */
  look(at: { x: number; y: number; width: number }, tookMs?: number): void;
  chapter(text: string): void;
  /** Stands until the next one, or until `quiet`. */
  say(text: string): void;
  quiet(): void;
  nowMs(): number;
  recording(): Pick<Recording, 'lengthMs' | 'shots' | 'taps' | 'moves' | 'chapters' | 'captions'>;
};

export async function startRecorder(
  pages: Record<ScreenName, Page>,
  folder: string,
  startMs: number,
): Promise<Recorder> {
  const sessions = new Map<ScreenName, CDPSession>();
  for (const name of screenNames) sessions.set(name, await freeze(pages[name]));
  const shots: Recording['shots'] = [];
  const taps: Tap[] = [];
  const moves: CameraMove[] = [];
  const chapters: Words[] = [];
  const captions: Words[] = [];
  let filmMs = startMs;
  const realStartMs = performance.now() - startMs;

  async function shoot(screen: ScreenName): Promise<void> {
    const picture = await sessions.get(screen)?.send('Page.captureScreenshot', {
      // Twice as fast as a PNG, and sharper than the film.
      format: 'jpeg',
      quality: 95,
    });
    if (picture === undefined) throw new Error(`Nobody films ${screen}.`);
    const file = path.join(folder, `${screen}-${filmMs}.jpg`);
    await writeFile(file, picture.data, 'base64');
    shots.push({ screen, atMs: filmMs, file });
  }

  async function playFrame(): Promise<void> {
    filmMs += FRAME_MS;
    await Promise.all(
      screenNames.map(async (name) => {
        if (await moveOn(pages[name])) await shoot(name);
      }),
    );
    const early = filmMs - (performance.now() - realStartMs);
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }

  async function play(ms: number): Promise<void> {
    const untilMs = filmMs + ms;
    while (filmMs < untilMs) await playFrame();
  }

  async function tap(screen: ScreenName, target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error('What is to be touched is not there.');
    // What is wide is touched beside its words, so that they can be read.
    const x = box.x + box.width * (box.width > 160 ? 0.8 : 0.5);
    taps.push({ screen, atMs: filmMs + FINGER_MS, x, y: box.y + box.height / 2 });
    await play(FINGER_MS);
    await target.tap({ position: { x: x - box.x, y: box.height / 2 } });
    await play(TAP_ENDS_MS);
  }

  function end(words: Words[]): void {
    const last = words.at(-1);
    if (last !== undefined) last.toMs = Math.min(last.toMs, filmMs);
  }

  function begin(words: Words[], text: string): void {
    end(words);
    words.push({ fromMs: filmMs, toMs: Infinity, text });
  }

  await Promise.all(screenNames.map(shoot));
  return {
    pages,
    play,
    tap,
    type: async (screen, field, text) => {
      await tap(screen, field);
      for (const letter of text) {
        await pages[screen].keyboard.type(letter);
        await play(KEY_MS);
      }
    },
    look: ({ x, y, width }, tookMs = 0) => void moves.push({ atMs: filmMs, tookMs, x, y, width }),
    chapter: (text) => begin(chapters, text),
    say: (text) => begin(captions, text),
    quiet: () => end(captions),
    nowMs: () => filmMs,
    recording: () => {
      end(captions);
      end(chapters);
      return { lengthMs: filmMs, shots, taps, moves, chapters, captions };
    },
  };
}

/** Stops all that moves by itself in this page and those after it, and has it notice what changes. */
async function freeze(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  await page.addInitScript(notice);
  await page.evaluate(notice);
  return session;
}

/** Runs in the page. */
function notice(): void {
  const root = document;
  const changed = () => root.documentElement?.setAttribute('data-filmed', 'no');
  const watch = new MutationObserver((changes) => {
    if (changes.some(({ attributeName }) => attributeName !== 'data-filmed')) changed();
  });
  watch.observe(root, { attributes: true, childList: true, characterData: true, subtree: true });
  for (const kind of ['input', 'change', 'scroll', 'focusin', 'focusout', 'load'])
    root.addEventListener(kind, changed, true);
}

/** Leads what moves on by one picture. Whether the page looks different now. */
function moveOn(page: Page): Promise<boolean> {
  return page.evaluate((stepMs) => {
    let isMoving = false;
    for (const animation of document.getAnimations()) {
      const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
      if (!Number.isFinite(end) || animation.playState === 'finished') continue;
      animation.currentTime = Math.min(Number(animation.currentTime ?? 0) + stepMs, end);
      isMoving = true;
    }
    const root = document.documentElement;
    const isChanged = root.getAttribute('data-filmed') !== 'yes';
    root.setAttribute('data-filmed', 'yes');
    return isMoving || isChanged;
  }, FRAME_MS);
}
