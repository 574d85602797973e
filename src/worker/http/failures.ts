import type { Context } from 'hono';
import type { AppContext } from './context.ts';
import { isUnavailable, UnavailableError, PartiallyAppliedError } from '../db/errors.ts';
import { framesOf, log, reasonOf } from '../platform/log.ts';

/**
 * Logs an error of a request. Returns whether a retry may help. For work after the answer, pass the `method` 'GET', so
 * that an outage is not logged as a bug.
 */
export function logFailure(c: Context<AppContext>, error: unknown, method = c.req.method): boolean {
  // The route's pattern is logged, because the path can contain a guest's token.
  const isWrapped = error instanceof UnavailableError || error instanceof PartiallyAppliedError;
  const reason = reasonOf(isWrapped ? error.cause : error);
  const where = { route: c.req.routePath, method: c.req.method, reason };
  if (isUnavailable(error, method)) {
    log({ event: 'dependency_unavailable', ...where });
    return true;
  }
  log({ event: 'unexpected_error', ...where, frames: framesOf(error) });
  return false;
}
