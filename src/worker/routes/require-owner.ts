import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { findOwner, sessionCookieName } from '../accounts/sessions.ts';
import type { AppContext } from '../context.ts';
import { beforeAnyChange } from '../db/away.ts';
import { refuse } from './answers.ts';

/** Lets a request through with `c.var.owner` set, or answers 401 `not_logged_in`. Costs one read of the database. */
export const requireOwner = createMiddleware<AppContext>(async (c, next) => {
  const token = getCookie(c, sessionCookieName(c.var.config.origin));
  const owner = token && (await beforeAnyChange(findOwner(c.env, token, Date.now())));
  if (!owner) return refuse(c, 'not_logged_in');
  c.set('owner', owner);
  await next();
});
