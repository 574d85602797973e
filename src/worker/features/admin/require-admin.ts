import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { adminCookieName, isAdminSession } from './admin-sessions.ts';
import type { AppContext } from '../../http/context.ts';
import { retryable } from '../../db/errors.ts';
import { refuse } from '../../http/answers.ts';

/** Middleware: sets `c.var.admin` to the admin's name, or answers 401 `not_logged_in`. */
export const requireAdmin = createMiddleware<AppContext>(async (c, next) => {
  const { admin, origin } = c.var.config;
  const token = getCookie(c, adminCookieName(origin));
  if (admin === null || !token) return refuse(c, 'not_logged_in');
  if (!(await retryable(isAdminSession(c.env, admin, token, Date.now())))) {
    return refuse(c, 'not_logged_in');
  }
  c.set('admin', admin.username);
  await next();
});
