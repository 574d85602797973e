/**
 * Staff passes: a signed copy of a session's rights, in a separate cookie. Calls that read D1's primary set the cookie,
 * and actions on the line accept the pass instead of a database read. The location's object then checks that the
 * session has not ended.
 */
import * as z from 'zod/mini';
import { roles } from '../../shared/roles.ts';
import { hmacSha256, isSame } from '../platform/hashing.ts';
import { deviceUse } from './device/device-use.ts';

/**
 * How long a pass is accepted while the database is unavailable. While the database is available, a pass is accepted
 * for `STAFF_PASS_MS`.
 */
export const PASS_WITHOUT_DATABASE_MS = 12 * 3_600_000;

/**
 * Maximum length of a pass, so that the cookie stays within the limit of browsers. If a pass would be longer, no pass
 * is made.
 */
const PASS_LENGTH_MAX = 3_800;

const contents = z.strictObject({
  userId: z.string(),
  businessId: z.string(),
  username: z.string(),
  /** The ids of the locations, encoded by `packed`. */
  locations: z.string(),
  role: z.enum(roles),
  /** The name that the team sees; null for an owner without a name. */
  name: z.nullable(z.string()),
  seesNumbers: z.boolean(),
  sessionTokenHash: z.string(),
  /** `DeviceUse` of a session on a device; null for a log-in. */
  onDevice: z.nullable(z.strictObject({ idleMinutes: z.int(), until: z.int() })),
  at: z.int(),
});
type Contents = z.infer<typeof contents>;

/** The rights of a session of staff: what the role may do at these locations. */
export type Desk = Omit<Contents, 'at' | 'locations'> & { locationIds: string[] };

/** A pass made at `now`; null if there is no key or the pass would be too long. */
export function newPass(key: string, desk: Desk, now: number): string | null {
  if (key === '') return null;
  const { locationIds, ...facts } = desk;
  const pass = signed(key, { ...facts, locations: packed(locationIds), at: now });
  return pass.length > PASS_LENGTH_MAX ? null : pass;
}

type About = { sessionTokenHash: string; now: number; longestMs: number };

/** The contents of a pass of this session that is at most `longestMs` old; null for any other text. */
export function readPass(key: string, pass: string | undefined, about: About): Desk | null {
  const read = verified(key, pass, about);
  if (read === null) return null;
  const { at: _, locations, ...facts } = read;
  return { ...facts, locationIds: unpacked(locations) };
}

/**
 * The pass with a later end, because somebody uses the device of the pass's session. The age of the pass does not
 * change. Returns null if `readPass` returns null, or if the pass belongs to a log-in. The pass of a log-in needs no
 * later end.
 */
export function prolongedPass(key: string, pass: string | undefined, about: About): string | null {
  const read = verified(key, pass, about);
  if (read === null || read.onDevice === null) return null;
  return signed(key, { ...read, onDevice: deviceUse(about.now, read.onDevice.idleMinutes) });
}

function signed(key: string, facts: Contents): string {
  const text = Buffer.from(JSON.stringify(facts)).toString('base64url');
  return `${text}.${signatureOf(key, text)}`;
}

function verified(
  key: string,
  pass: string | undefined,
  { sessionTokenHash, now, longestMs }: About,
): Contents | null {
  const [text = '', signature = ''] = pass?.split('.') ?? [];
  if (key === '' || !isSame(signature, signatureOf(key, text))) return null;
  const read = contents.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (read.onDevice !== null && now >= read.onDevice.until) return null;
  // A pass with a time in the future is accepted, because the clocks of two machines can differ.
  return read.sessionTokenHash === sessionTokenHash && now - read.at < longestMs ? read : null;
}

/**
 * Encodes ids of locations, which have 64 hexadecimal digits each. The code is a third shorter than the digits, so that
 * a pass has room for 50 ids.
 */
function packed(locationIds: string[]): string {
  return Buffer.from(locationIds.join(''), 'hex').toString('base64url');
}

function unpacked(locations: string): string[] {
  return Buffer.from(locations, 'base64url').toString('hex').match(/.{64}/g) ?? [];
}

/**
 * The prefix separates these signatures from other uses of the key. The number in the prefix is raised with each change
 * of the contents, so that a pass of another release is invalid.
 */
function signatureOf(key: string, text: string): string {
  return hmacSha256(key, `staff pass 4 ${text}`, 'base64url');
}
