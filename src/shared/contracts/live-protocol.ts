/**
 * Plain messages and close codes of the live socket. A file without schemas, so that the guest's page loads no schema
 * library.
 */

/** A page sends `PING` to check the connection. The platform answers `PONG` without waking the object. */
export const PING = 'ping';
export const PONG = 'pong';
/** A page that missed a message sends `SYNC` to get the whole view again. */
export const SYNC = 'sync';

/** The query of a guest's socket whose page reads `moved` messages. Pages of earlier releases read only `place`. */
export const READS_MOVED = 'reads=moved';

/** Close codes, in the range for applications. `over`: the visit has ended, and the last message said how. */
export const closeCodes = {
  unauthorized: 4401,
  gone: 4404,
  replaced: 4409,
  over: 4410,
  tooMany: 4429,
} as const;
