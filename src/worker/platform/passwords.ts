/**
 * Passwords: scrypt with its parameters kept beside the hash, so that they can be raised later. Also used
 * by Node scripts: nothing here needs the platform or the build.
 */
import { isSame } from './hashing.ts';
import { cost, deriveKey, type Cost } from './derive-key.ts';

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** The runtime refuses a larger N*r*p; a stored hash that asks for more is damaged. */
const MAX_WORK = 2 ** 20;

/**
 * A hash that fits no password. Verifying against it makes a log-in to an unknown account take as long as one with
 * a wrong password (`docs/decisions/0008-our-own-sessions.md`).
 */
export const hashOfNobody = format(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** Hashes a password that is already NFKC. Blocks the isolate for about 100 ms: limit before calling. */
export async function hashPassword(password: string): Promise<string> {
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  return format(cost, salt, await deriveKey(password, salt, cost, KEY_BYTES));
}

/** Whether the password fits, and whether its hash was made with other parameters than today's. */
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

/** True for what `hashPassword` makes, with whatever parameters. */
export function isPasswordHash(text: string): boolean {
  return parse(text) !== null;
}

/** The PHC string format: `$scrypt$ln=14,r=8,p=5$<salt>$<key>`, both in base64 without padding. */
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
