/**
 * Key derivation with scrypt, the slow step of password hashing. The function has a file of its own, so that tests of
 * the Worker can replace it with a cheap function. `node:crypto` is loaded on first use, because loading takes about 8
 * ms of a Worker's start.
 */

/** Cost parameters of scrypt: the base-2 logarithm of N, then r and p. */
export type Cost = { logN: number; r: number; p: number };

/**
 * The cost of new hashes. One hash needs 16 MiB and about 100 ms in workerd. PBKDF2 is no alternative, because workerd
 * allows only 100,000 rounds.
 */
export const cost: Cost = { logN: 14, r: 8, p: 5 };

/** Derives a key of `keyBytes` bytes from a password. Rejects if the runtime refuses this cost. */
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
