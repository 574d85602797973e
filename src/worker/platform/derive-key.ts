/**
 * The slow step of a password's hash and its cost, in a file of its own: tests of the Worker put a cheap one in its place.
 * `node:crypto`, which takes about 8 ms of a Worker's start, is loaded by the first key.
 */

/** Cost parameters of scrypt: log2 of N, r and p. */
export type Cost = { logN: number; r: number; p: number };

/** Of new hashes: 16 MiB and about 100 ms in workerd. PBKDF2 is no choice there: it is capped at 100,000 rounds. */
export const cost: Cost = { logN: 14, r: 8, p: 5 };

/** The key of `keyBytes` bytes that scrypt makes of a password. Rejects what the runtime finds too costly. */
export async function deriveKey(
  password: string,
  salt: Uint8Array,
  { logN, r, p }: Cost,
  keyBytes: number,
): Promise<Buffer> {
  const { scrypt } = await import('node:crypto');
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, { N: 2 ** logN, r, p }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
