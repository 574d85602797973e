/**
 * Hashes that are there at once, without waiting: SHA-256 and HMAC, and SHA-1 where others want it. By `@noble/hashes`, not
 * by `node:crypto`: for that the runtime loads half of what Node has, and a guest waits for each start
 * (`npm run bench:start`). Also used by Node scripts: nothing here needs the platform or the build.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';

type Encoding = 'hex' | 'base64' | 'base64url';

/** The SHA-256 of a text in UTF-8. */
export function sha256(text: string, encoding: Encoding): string {
  return Buffer.from(sha256Of(bytesOf(text))).toString(encoding);
}

/** The HMAC-SHA-256 of a text in UTF-8. */
export function hmacSha256(key: string | Uint8Array, text: string, encoding: Encoding): string {
  return Buffer.from(hmac(sha256Of, bytesOf(key), bytesOf(text))).toString(encoding);
}

/** The HMAC-SHA-1 of a text in UTF-8: for what others sign with it, never for anything of ours. */
export function hmacSha1(key: string, text: string, encoding: Encoding): string {
  return Buffer.from(hmac(sha1, bytesOf(key), bytesOf(text))).toString(encoding);
}

/**
 * Whether two secrets are the same, in a time that tells nothing of where they differ: what is compared are their HMACs by a
 * key that is random each time, so that nobody can choose how much of them is alike. (The runtime's `timingSafeEqual` is of
 * `node:crypto`, or not in Node.) The time may tell how long they are.
 */
export function isSame(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const blinded = (secret: string | Uint8Array) => Buffer.from(hmac(sha256Of, key, bytesOf(secret)));
  return blinded(one).equals(blinded(other));
}

function bytesOf(input: string | Uint8Array): Uint8Array {
  return typeof input === 'string' ? Buffer.from(input) : input;
}
