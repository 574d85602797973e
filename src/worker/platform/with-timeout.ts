/**
 * Waits for `call` for at most `mostMs` milliseconds. After this time, the promise rejects with the error that `late`
 * returns. The call itself is not aborted.
 */
export async function withTimeout<T>(call: Promise<T>, mostMs: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), mostMs);
  });
  try {
    return await Promise.race([call, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
