import { reloadOnce } from './reload-once.ts';

/** Between one try and the next; with the network back sooner. */
const AGAIN_AFTER_MS = [1_000, 3_000, 10_000, 20_000];

/**
 * Begins a part of the app, and tries again where it does not come: a phone in a lift, a deploy under way. Rejects with what the
 * last try failed with.
 */
export async function loadPart(address: string): Promise<void> {
  let answer: Response | null = null;
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      await import(/* @vite-ignore */ address);
      return;
    } catch {
      // Of another release; or it came and does not begin, as there are browsers that remember a failure while the page lives.
      if (answer?.ok === true || answer?.status === 404) reloadOnce();
      await nextChance(waitMs);
      answer = await fetch(address).catch(() => null);
    }
  }
  await import(/* @vite-ignore */ address);
}

function nextChance(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, waitMs);
    addEventListener('online', go);
    function go(): void {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    }
  });
}
