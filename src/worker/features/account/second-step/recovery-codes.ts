/**
 * Recovery codes, which a user types if the authenticator app or passkey is lost. Each code has 80 random bits, so a
 * plain hash is enough protection.
 */
import { sha256 } from '../../../platform/hashing.ts';

const RECOVERY_CODES = 10;
const CODE_BYTES = 10;
/** Crockford's alphabet: without I, L, O and U, which are easily misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** New codes in the form `XXXX-XXXX-XXXX-XXXX`. The codes are shown only once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(CODE_BYTES));
    const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
    const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS.charAt(Number.parseInt(five, 2)));
    return (letters.join('').match(/.{4}/g) ?? []).join('-');
  });
}

/** The stored hash of a typed code; null if the text does not have the form of a recovery code. */
export function hashRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (!CODE.test(code)) return null;
  return sha256(code, 'base64url');
}
