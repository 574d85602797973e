/** Checks the log-in and role of the member who makes a call, by the session in D1's primary. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { retryable } from '../db/errors.ts';
import { refuse } from '../http/answers.ts';
import type { AppContext } from '../http/context.ts';
import { pageOrigin } from '../http/cross-site.ts';
import { handOutPass, presentedToken } from './require-staff.ts';
import { isAllowed } from './role-check.ts';
import { findMember, ownerOf, type LoggedIn } from './sessions.ts';

/**
 * Middleware: sets `c.var.member`, or answers 401 `not_logged_in`, or 403 `not_your_role` if the role may not use this
 * call. Needs one read of the primary. The answers to GET calls set the cookie of a pass, for later actions on the line
 * (`require-staff.ts`).
 */
export const requireMember = createMiddleware<AppContext>(async (c, next) => {
  const member = await entered(c);
  if (member instanceof Response) return member;
  await next();
  if (c.req.method === 'GET' && c.res.ok) handOutPass(c, member);
});

/** `requireMember` for calls that only the owner may use. Also sets `c.var.owner`. */
export const requireOwner = createMiddleware<AppContext>(async (c, next) => {
  const member = await entered(c);
  if (member instanceof Response) return member;
  const owner = ownerOf(member);
  if (owner === null) return refuse(c, 'not_your_role');
  c.set('owner', owner);
  await next();
  if (c.req.method === 'GET' && c.res.ok) handOutPass(c, member);
});

async function entered(c: Context<AppContext>): Promise<LoggedIn | Response> {
  const token = presentedToken(c);
  const found = token && (await retryable(findMember(c.env, token, Date.now())));
  if (!found) return refuse(c, 'not_logged_in');
  const member = { ...found, pageOrigin: pageOrigin(c.req.raw, c.var.config) };
  c.set('businessId', member.business.id);
  if (!isAllowed(c, member)) return refuse(c, 'not_your_role');
  c.set('member', member);
  return member;
}
