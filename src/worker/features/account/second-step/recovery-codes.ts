/** What opens the second step of a log-in when the app is lost: 80 random bits each, so that a plain hash protects them. */
import { sha256 } from '../../../platform/hashing.ts';

const RECOVERY_CODES = 10;
const CODE_BYTES = 10;
/** Without I, L, O and U: nothing that is read as something else (Crockford's alphabet). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** Fresh codes as they are shown once, `XXXX-XXXX-XXXX-XXXX`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(CODE_BYTES));
    const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
    const letters = (bits.match(/.{5}/g) ?? []).map((five) => LETTERS.charAt(Number.parseInt(five, 2)));
    return (letters.join('').match(/.{4}/g) ?? []).join('-');
  });
}

/** What is stored of a code, however it was typed; null for what is none. */
export function hashRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (!CODE.test(code)) return null;
  return sha256(code, 'base64url');
}
