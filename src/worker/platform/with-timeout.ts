/** The value of `call`, or the error of `late` where it takes longer than this. The call itself goes on. */
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
