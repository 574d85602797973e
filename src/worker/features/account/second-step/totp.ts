/**
 * Time-based codes of an authenticator app: RFC 6238 and RFC 4226, with SHA-1, 30 seconds and 6 digits for all apps.
 */
import { isSame } from '../../../platform/hashing.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
/** The length of a SHA-1 hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret in base32, the form that apps accept. */
export function newTotpSecret(): string {
  return toBase32(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The URI in the QR code for the app. `account`: the name in the app's list. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const issuerValue = encodeURIComponent(issuer);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuerValue}&algorithm=SHA1&digits=${DIGITS}&period=30`;
}

/**
 * Returns the time step of a correct code; null if the code is wrong. Codes of the previous and the next step are also
 * accepted, because clocks differ. Takes constant time. The caller checks whether the time step was already used.
 */
export async function matchingStep(secret: string, code: string, now: number): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const present = Math.floor(now / STEP_MS);
  let found: number | null = null;
  for (const step of [present - 1, present, present + 1]) {
    const right = isSame(await codeAt(secret, step), code);
    if (right) found = step;
  }
  return found;
}

async function codeAt(secret: string, step: number): Promise<string> {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', fromBase32(secret), algorithm, false, ['sign']);
  const mac = Buffer.from(await crypto.subtle.sign('HMAC', key, counter));
  // Dynamic truncation (RFC 4226, section 5.3): the last four bits of `mac` are the offset at which the number begins.
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five, 2))).join('');
}

function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2));
}
