/**
 * The words and close codes of the live socket, in a file without schemas, so that the guest's page loads no schema
 * library.
 */

/** Sent by a page to prove the line is open. The platform answers `PONG` without waking the object. */
export const PING = 'ping';
export const PONG = 'pong';
/** Sent by a page that missed something: asks for the whole view again. */
export const SYNC = 'sync';

/** Close codes in the range applications may use. `over`: the visit has ended, and the last message said how. */
export const closeCodes = {
  unauthorized: 4401,
  gone: 4404,
  replaced: 4409,
  over: 4410,
  tooMany: 4429,
} as const;
