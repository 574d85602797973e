/**
 * Synchronous hashes: SHA-256, HMAC, and SHA-1 for other services. The functions come from `@noble/hashes`, because
 * `node:crypto` makes a Worker's start slower (`npm run bench:start`). Node scripts use this file, too, so the file
 * needs no platform API and no build.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

type Encoding = 'hex' | 'base64' | 'base64url';

const utf8 = new TextEncoder();

/** The SHA-256 of a text in UTF-8. */
export function sha256(text: string, encoding: Encoding): string {
  return inText(sha256Of(bytesOf(text)), encoding);
}

export function hmacSha256(key: string | Uint8Array, text: string, encoding: Encoding): string {
  return inText(hmac(sha256Of, bytesOf(key), bytesOf(text)), encoding);
}

/** The HMAC-SHA-1 of a text in UTF-8, only for signatures of other services. */
export function hmacSha1(key: string, text: string, encoding: Encoding): string {
  return inText(hmac(sha1, bytesOf(key), bytesOf(text)), encoding);
}

/**
 * Compares two secrets in a time that depends only on the length of the secrets. The comparison uses HMACs with a
 * random key, so that the duration reveals nothing about the secrets. The function `timingSafeEqual` of the Workers
 * runtime is not used, because Node does not have it.
 */
export function isSame(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const key = crypto.getRandomValues(new Uint8Array(32));
  const blinded = (secret: string | Uint8Array) => Buffer.from(hmac(sha256Of, key, bytesOf(secret)));
  return blinded(one).equals(blinded(other));
}

/** `Buffer` is slow in the Workers runtime, so `Buffer` is used only for encodings without a faster function. */
function inText(bytes: Uint8Array, encoding: Encoding): string {
  return encoding === 'hex' ? bytesToHex(bytes) : Buffer.from(bytes).toString(encoding);
}

function bytesOf(input: string | Uint8Array): Uint8Array {
  return typeof input === 'string' ? utf8.encode(input) : input;
}
