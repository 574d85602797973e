import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { findOwner, sessionCookieName } from './sessions.ts';
import type { AppContext } from '../http/context.ts';
import { retryable } from '../db/errors.ts';
import { refuse } from '../http/answers.ts';
import { handOutPass } from './require-staff.ts';

/**
 * Middleware: sets `c.var.owner`, or answers 401 `not_logged_in`. Costs one read of the primary. Calls that read the
 * owner's page also hand out a pass, for later actions on the line (`require-staff.ts`).
 */
export const requireOwner = createMiddleware<AppContext>(async (c, next) => {
  const token = getCookie(c, sessionCookieName(c.var.config.origin));
  const owner = token && (await retryable(findOwner(c.env, token, Date.now())));
  if (!owner) return refuse(c, 'not_logged_in');
  c.set('owner', owner);
  c.set('businessId', owner.business.id);
  await next();
  if (c.req.method === 'GET' && c.res.ok) handOutPass(c, owner);
});
