/**
 * Encryption of secrets with AES-GCM. A sealed text contains the id of its key. The text is bound to `context`, which
 * names the owner of the secret, so the text cannot be used for another owner. Node scripts use this file, too, so the
 * file must work without Cloudflare's APIs and without a build.
 */
import { sha256 } from './hashing.ts';

const IV_BYTES = 12;
const SEALED = /^sealed\.([0-9a-f]{8})\.([\w-]+)$/;
const utf8 = new TextEncoder();

/** A key of 32 bytes with its id. */
export type SealingKey = { id: string; bytes: Uint8Array<ArrayBuffer> };

/** Makes a key from these 32 bytes. */
export function sealingKey(bytes: Uint8Array<ArrayBuffer>): SealingKey {
  return { id: sha256(`id ${Buffer.from(bytes).toString('hex')}`, 'hex').slice(0, 8), bytes };
}

/** Makes a key from a secret with at least 256 random bits. */
export function keyOfSecret(secret: string): SealingKey {
  return sealingKey(Uint8Array.from(Buffer.from(sha256(`seal ${secret}`, 'hex'), 'hex')));
}

export function isSealed(text: string): boolean {
  return SEALED.test(text);
}

/** The prefix of every text that this key has sealed. */
export function sealOf({ id }: SealingKey): string {
  return `sealed.${id}.`;
}

export async function seal(key: SealingKey, plain: string, context: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const cipher = { name: 'AES-GCM', iv, additionalData: utf8.encode(context) };
  const sealed = await crypto.subtle.encrypt(cipher, await aesKey(key), utf8.encode(plain));
  const both = Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url');
  return `${sealOf(key)}${both}`;
}

/** The plain text; null if none of the keys has sealed the text for this context. */
export async function unseal(
  keys: readonly SealingKey[],
  sealed: string,
  context: string,
): Promise<string | null> {
  const [, id, text = ''] = SEALED.exec(sealed) ?? [];
  const key = keys.find((each) => each.id === id);
  if (key === undefined) return null;
  const both = Uint8Array.from(Buffer.from(text, 'base64url'));
  const cipher = {
    name: 'AES-GCM',
    iv: both.subarray(0, IV_BYTES),
    additionalData: utf8.encode(context),
  };
  try {
    const plain = await crypto.subtle.decrypt(cipher, await aesKey(key), both.subarray(IV_BYTES));
    return new TextDecoder().decode(plain);
  } catch {
    // The text was changed, or sealed for another context.
    return null;
  }
}

function aesKey({ bytes }: SealingKey): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
