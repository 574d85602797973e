/**
 * Plain messages and close codes of the live socket. This file has no schemas, so that the guest's page loads no schema
 * library.
 */

/** A page sends `PING` to check the connection. The platform answers `PONG` without waking the Durable Object. */
export const PING = 'ping';
export const PONG = 'pong';
/** A page that missed a message sends `SYNC` to get the whole state again. */
export const SYNC = 'sync';

/**
 * A guest's page that understands `moved` messages opens its socket with this query. Pages of earlier releases
 * understand only `place` messages.
 */
export const READS_MOVED = 'reads=moved';

/**
 * Close codes, in the range for applications. `over`: the visit has ended. Before this code the server has sent a last
 * message with the visit's status.
 */
export const closeCodes = {
  unauthorized: 4401,
  gone: 4404,
  replaced: 4409,
  over: 4410,
  tooMany: 4429,
} as const;
