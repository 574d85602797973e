import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { findOwner, sessionCookieName, type Owner } from './sessions.ts';
import type { AppContext } from '../http/context.ts';
import { retryable } from '../db/errors.ts';
import { refuse } from '../http/answers.ts';

declare module 'hono' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface is merged with the library's
  interface ContextVariableMap {
    /** Set behind `requireOwner` only. */
    owner: Owner;
  }
}

/** Lets a request through with `c.var.owner` set, or answers 401 `not_logged_in`. Costs one read of the database. */
export const requireOwner = createMiddleware<AppContext>(async (c, next) => {
  const token = getCookie(c, sessionCookieName(c.var.config.origin));
  const owner = token && (await retryable(findOwner(c.env, token, Date.now())));
  if (!owner) return refuse(c, 'not_logged_in');
  c.set('owner', owner);
  c.set('businessId', owner.business.id);
  await next();
});
