import { reloadOnce } from './reload-once.ts';

/** The delays between attempts. When the network is back, the next attempt starts at once. */
const AGAIN_AFTER_MS = [1_000, 3_000, 10_000, 20_000];

/**
 * Imports a chunk of the app. Retries if the network is lost or during a deployment. Rejects with the error of the last
 * attempt.
 */
export async function loadPart(address: string): Promise<void> {
  let answer: Response | null = null;
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      await import(/* @vite-ignore */ address);
      return;
    } catch {
      // If the server answers, the file belongs to an old release, or its code failed. Only a reload helps, because
      // some browsers do not request a failed import again on the same page.
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
