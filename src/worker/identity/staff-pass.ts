/**
 * Staff passes: a signed copy of a session's rights, in a separate cookie. Calls that read D1's primary hand a pass
 * out, and actions on the line accept the pass instead of a database read. The location's object then checks that the
 * session has not ended.
 */
import * as z from 'zod/mini';
import { roles } from '../../shared/roles.ts';
import { hmacSha256, isSame } from '../platform/hashing.ts';

/** How long a pass replaces a read of the database while the database is away; otherwise `STAFF_PASS_MS`. */
export const PASS_WITHOUT_DATABASE_MS = 12 * 3_600_000;

/** The longest pass, so that the cookie stays within the limit of browsers. A longer pass is not handed out. */
const PASS_LENGTH_MAX = 3_800;

const contents = z.strictObject({
  userId: z.string(),
  businessId: z.string(),
  username: z.string(),
  /** `packed` ids. */
  locations: z.string(),
  role: z.enum(roles),
  /** As the team sees the member; null for an owner without one. */
  name: z.nullable(z.string()),
  seesNumbers: z.boolean(),
  sessionTokenHash: z.string(),
  /** When a session on a device ends if nobody uses the device; null for a log-in. */
  deviceUntil: z.nullable(z.int()),
  at: z.int(),
});

/** The rights of a session of staff: what the role may do at these locations. */
export type Desk = Omit<z.infer<typeof contents>, 'at' | 'locations'> & { locationIds: string[] };

/** A pass for this moment; null if there is no key or the pass would be too long. */
export function newPass(key: string, desk: Desk, now: number): string | null {
  if (key === '') return null;
  const { locationIds, ...facts } = desk;
  const json = JSON.stringify({ ...facts, locations: packed(locationIds), at: now });
  const text = Buffer.from(json).toString('base64url');
  const pass = `${text}.${signatureOf(key, text)}`;
  return pass.length > PASS_LENGTH_MAX ? null : pass;
}

/** The contents of a pass of this session that is at most `longestMs` old; null for any other text. */
export function readPass(
  key: string,
  pass: string | undefined,
  { sessionTokenHash, now, longestMs }: { sessionTokenHash: string; now: number; longestMs: number },
): Desk | null {
  const [text = '', signature = ''] = pass?.split('.') ?? [];
  if (key === '' || !isSame(signature, signatureOf(key, text))) return null;
  const { at, locations, ...facts } = contents.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  const isOfSession = facts.sessionTokenHash === sessionTokenHash;
  if (facts.deviceUntil !== null && now >= facts.deviceUntil) return null;
  // The clock of the checking machine may be behind the clock of the signing one, so a pass from the future is
  // accepted.
  return isOfSession && now - at < longestMs ? { ...facts, locationIds: unpacked(locations) } : null;
}

/** Ids of locations, which are 64 hexadecimal digits each, in a third less space: 50 of them fit into a pass. */
function packed(locationIds: string[]): string {
  return Buffer.from(locationIds.join(''), 'hex').toString('base64url');
}

function unpacked(locations: string): string[] {
  return Buffer.from(locations, 'base64url').toString('hex').match(/.{64}/g) ?? [];
}

/**
 * The prefix separates these signatures from other uses of the key. Its number grows with a change of the contents, so
 * that a pass of another release counts as none.
 */
function signatureOf(key: string, text: string): string {
  return hmacSha256(key, `staff pass 4 ${text}`, 'base64url');
}
