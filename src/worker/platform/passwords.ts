/**
 * Password hashing with scrypt. The parameters are stored with the hash, so that new hashes can have a higher cost
 * later. Node scripts use this file, too, so the file needs no platform API and no build.
 */
import { isSame } from './hashing.ts';
import { cost, deriveKey, type Cost } from './derive-key.ts';

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** The runtime refuses a larger N*r*p. A stored hash with a larger cost is invalid. */
const MAX_WORK = 2 ** 20;

/**
 * A hash that matches no password. A log-in to an unknown account verifies against this hash, so that the
 * log-in takes as long as with a wrong password (`docs/decisions/0008-our-own-sessions.md`).
 */
export const hashOfNobody = format(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** Hashes a password in NFKC form. The call blocks the isolate for about 100 ms, so apply a rate limit first. */
export async function hashPassword(password: string): Promise<string> {
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  return format(cost, salt, await deriveKey(password, salt, cost, KEY_BYTES));
}

/** Whether the password is correct, and whether the stored hash has outdated parameters. */
export async function verifyPassword(
  password: string,
  stored: string,
): Promise<{ fits: boolean; needsRehash: boolean }> {
  const parsed = parse(stored);
  if (parsed === null) throw new Error('A stored password hash is damaged');
  const key = await deriveKey(password, parsed.salt, parsed.cost, parsed.key.length);
  const { logN, r, p } = parsed.cost;
  return {
    fits: isSame(key, parsed.key),
    needsRehash: logN !== cost.logN || r !== cost.r || p !== cost.p || parsed.key.length !== KEY_BYTES,
  };
}

/** Whether the text is a password hash, with any parameters. */
export function isPasswordHash(text: string): boolean {
  return parse(text) !== null;
}

/** Whether an attack on this hash costs at least as much as an attack on a hash that `hashPassword` makes. */
export function isStrongPasswordHash(text: string): boolean {
  const parsed = parse(text);
  if (parsed === null) return false;
  const { logN, r, p } = parsed.cost;
  return (
    logN >= cost.logN &&
    r >= cost.r &&
    p >= cost.p &&
    parsed.salt.length >= SALT_BYTES &&
    parsed.key.length >= KEY_BYTES
  );
}

/** The PHC string format: `$scrypt$ln=14,r=8,p=5$<salt>$<key>`, with salt and key in base64 without padding. */
function format({ logN, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${logN},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`;
}

function parse(stored: string): { cost: Cost; salt: Buffer; key: Buffer } | null {
  const found = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  if (!found) return null;
  const [, logN, r, p, salt = '', key = ''] = found;
  const storedCost = { logN: Number(logN), r: Number(r), p: Number(p) };
  if (2 ** storedCost.logN * storedCost.r * storedCost.p > MAX_WORK) return null;
  return { cost: storedCost, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
