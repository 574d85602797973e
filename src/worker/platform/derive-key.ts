/**
 * The slow step of a password's hash, in a file of its own: the tests of the Worker put a memory before it. Only whoever
 * needs it loads `node:crypto`, which takes about 8 ms of a Worker's start.
 */

/** What scrypt is asked for: its N as a power of 2, its r and its p. */
export type Cost = { logN: number; r: number; p: number };

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
