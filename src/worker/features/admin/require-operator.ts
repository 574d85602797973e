import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { adminCookieName, findAdminSession } from './admin-sessions.ts';
import type { AppContext } from '../../http/context.ts';
import { retryable } from '../../db/errors.ts';
import { refuse } from '../../http/answers.ts';
import { isCrossSite } from '../../http/cross-site.ts';
import { isNewOperator } from './audit-log.ts';
import { callsWhileWaiting, isWithoutApproval, mayCall } from './rights.ts';

/**
 * Middleware: sets `c.var.operator` and `c.var.adminSession`, or refuses the call. 401 `not_logged_in`: the caller has
 * no live session. 401 `passkey_needed`: the log-in still waits for a passkey. 403 `no_right`: the operator lacks the
 * right that this call needs. 409 `operator_rests`: in the last day, this operator was added or changed, or the
 * operator's passkeys were reset, and the call needs no approval (`isWithoutApproval`). 403 `bad_origin`: the call
 * comes from a page of another site. The origin is also checked for reads, because reads are recorded.
 */
export const requireOperator = createMiddleware<AppContext>(async (c, next) => {
  if (isCrossSite(c.req.raw, c.var.config)) return refuse(c, 'bad_origin');
  const token = getCookie(c, adminCookieName(c.var.config.origin));
  if (!token) return refuse(c, 'not_logged_in');
  const session = await retryable(findAdminSession(c.env, token, Date.now()));
  if (session === null) return refuse(c, 'not_logged_in');
  const { operator, awaits } = session;
  const call = `${c.req.method} ${c.req.routePath}`;
  if (awaits !== null && !callsWhileWaiting[awaits].has(call)) return refuse(c, 'passkey_needed');
  if (awaits === null && !mayCall(operator.rights, call)) return refuse(c, 'no_right');
  if (isWithoutApproval(call) && (await isNewOperator(c.env, operator.name, Date.now())))
    return refuse(c, 'operator_rests');
  c.set('operator', operator);
  c.set('adminSession', session);
  await next();
});
