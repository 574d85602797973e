import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { adminCookieName, operatorOfSession } from './admin-sessions.ts';
import type { AppContext } from '../../http/context.ts';
import { retryable } from '../../db/errors.ts';
import { refuse } from '../../http/answers.ts';
import { isCrossSite } from '../../http/cross-site.ts';
import { mayCall } from './rights.ts';

/**
 * Middleware: sets `c.var.operator`, or answers 401 `not_logged_in`; 403 `no_right` if the operator lacks the right
 * that this call needs; 403 `bad_origin` to a page of another site, also for reads, because reads are recorded, too.
 */
export const requireOperator = createMiddleware<AppContext>(async (c, next) => {
  if (isCrossSite(c.req.raw, c.var.config)) return refuse(c, 'bad_origin');
  const token = getCookie(c, adminCookieName(c.var.config.origin));
  if (!token) return refuse(c, 'not_logged_in');
  const operator = await retryable(operatorOfSession(c.env, token, Date.now()));
  if (operator === null) return refuse(c, 'not_logged_in');
  if (!mayCall(operator.rights, `${c.req.method} ${c.req.routePath}`)) return refuse(c, 'no_right');
  c.set('operator', operator);
  await next();
});
