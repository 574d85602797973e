/** Small parts that the stand-ins of the platform share. */

/** Waits for the next turn of the event loop, because on the platform the answer comes from another process. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Stands for a function of the platform that no test in Node may call. */
export function unused(): never {
  throw new Error('This part of the platform has no stand-in: such a test belongs to tests/worker');
}

/** Gives an answer the type that the caller expects. The type is not checked. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- the platform does not check answers either
export const believed = <T>(answer: unknown): T => answer as T;

const left = new Set<Promise<unknown>>();

/** Records work that continues after its request was answered. */
export function waitUntil(work: Promise<unknown>): void {
  left.add(work);
  void work.finally(() => left.delete(work));
}

/** Resolves when all recorded work is done, including work that was recorded during the wait. */
export async function allDone(): Promise<void> {
  while (left.size > 0) await Promise.allSettled(left);
}
