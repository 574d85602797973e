import type { Context } from 'hono';
import type { AppContext } from '../context.ts';
import { isAway, NothingWasDone, SomethingWasDone } from '../db/away.ts';
import { framesOf, log, reasonOf } from '../log.ts';

/** Logs what broke a request, or what was left to do after its answer. True when trying again may help. */
export function logFailure(c: Context<AppContext>, error: unknown): boolean {
  // The pattern of the route, not the path: a guest's token is part of the path.
  const isWrapped = error instanceof NothingWasDone || error instanceof SomethingWasDone;
  const reason = reasonOf(isWrapped ? error.cause : error);
  const where = { route: c.req.routePath, method: c.req.method, reason };
  if (isAway(error, c.req.method)) {
    log({ event: 'dependency_away', ...where });
    return true;
  }
  log({ event: 'unexpected_error', ...where, frames: framesOf(error) });
  return false;
}
