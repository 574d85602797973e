/** Measures the frames of a page with a long line that changes fast. */
import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import { act, type FullShop } from './full-shop.ts';

const CHANGES_A_SECOND = 50;
const SECONDS = 10;
const CALLS_AT_ONCE = 8;

export type Smoothness = {
  /** The duration of each frame in milliseconds. */
  frames: number[];
  /** How many changes per second the server answered on average. */
  changesASecond: number;
};

/** Moves parties to random places, `CHANGES_A_SECOND` times a second, and records the frames of the page. */
export async function watchFrames(page: Page, shop: FullShop): Promise<Smoothness> {
  await page.evaluate(() => {
    globalThis.frameTimes = [];
    let last = performance.now();
    const look = (now: number) => {
      globalThis.frameTimes?.push(now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const startedAt = performance.now();
  let sent = 0;
  const send = async (): Promise<void> => {
    while (sent < CHANGES_A_SECOND * SECONDS) {
      const dueAt = startedAt + (sent * 1_000) / CHANGES_A_SECOND;
      sent += 1;
      const early = dueAt - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      const visit = shop.waiting[randomInt(shop.waiting.length)];
      if (visit === undefined) throw new Error('Nobody waits.');
      await act(shop, visit, 'move', { position: 1 + randomInt(shop.waiting.length) });
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, send));
  const seconds = (performance.now() - startedAt) / 1_000;
  const frames = await page.evaluate(() => globalThis.frameTimes ?? []);
  return { frames, changesASecond: sent / seconds };
}

declare global {
  /** The durations of the page's frames since the start of `watchFrames`, in milliseconds. */
  var frameTimes: number[] | undefined;
}
