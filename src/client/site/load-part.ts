import { reloadOnce } from './reload-once.ts';

/** The delays between tries. A try starts earlier when the network is back. */
const AGAIN_AFTER_MS = [1_000, 3_000, 10_000, 20_000];

/**
 * Imports a chunk of the app, with retries after a lost network or during a deployment. Rejects with the error of the
 * last try.
 */
export async function loadPart(address: string): Promise<void> {
  let answer: Response | null = null;
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      await import(/* @vite-ignore */ address);
      return;
    } catch {
      // The file belongs to an old release, or it failed to start. A reload helps, because some browsers remember a failed
      // import for the life of the page.
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
