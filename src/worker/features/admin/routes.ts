/**
 * Routes of the admin area (`docs/spec.md` sections 2 and 7, 10.24). Without a configured admin, `app.ts`
 * answers 404 instead.
 */
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import {
  adminLogInRequest,
  adminUsername,
  approveNameRequest,
  auditQuery,
  listQuery,
  updateCreditsRequest,
} from '../../../shared/contracts/admin.ts';
import { logInAdmin } from './admin-log-in.ts';
import { adminCookieName, adminCookieOptions, endAdminSession } from './admin-sessions.ts';
import { listActs } from './audit-log.ts';
import { approveBusinessName } from './approve-name.ts';
import { businessForAdmin } from './business-view.ts';
import { updateCredits } from './credits.ts';
import { listFeedback, listSalesInquiries } from '../forms/form-messages.ts';
import { clientAddress } from '../../platform/client-address.ts';
import { readBody, refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { requireAdmin } from './require-admin.ts';

export const admin = new Hono<AppContext>()

  .post('/admin/login', async (c) => {
    const { admin, origin } = c.var.config;
    if (admin === null) return refuse(c, 'not_found');
    const read = await readBody(c, adminLogInRequest);
    if (!read.ok) return read.response;
    const from = { sender: clientAddress(c.req.raw, c.var.config), presentedToken: presentedToken(c) };
    const loggedIn = await logInAdmin(c.env, admin, read.body, from, Date.now());
    if (!loggedIn.ok) return refuse(c, loggedIn.code, 'retryAfterSeconds' in loggedIn ? loggedIn : {});
    setCookie(c, adminCookieName(origin), loggedIn.token, adminCookieOptions(origin));
    return c.json({ username: admin.username }, 200);
  })

  .post('/admin/logout', async (c) => {
    const { origin } = c.var.config;
    const token = presentedToken(c);
    if (token) await endAdminSession(c.env, token);
    // The cookie is cleared only after the server ended the session: a live session must not look logged out.
    setCookie(c, adminCookieName(origin), '', { ...adminCookieOptions(origin), maxAge: 0 });
    return c.json({ success: true }, 200);
  })

  .get('/admin/me', requireAdmin, (c) => c.json({ username: c.var.admin }, 200))

  .post('/admin/update-credits', requireAdmin, async (c) => {
    const read = await readBody(c, updateCreditsRequest);
    if (!read.ok) return read.response;
    const updated = await updateCredits(c.env, c.var.admin, read.body, Date.now());
    return updated.ok ? c.json({ success: true }, 200) : refuse(c, updated.code);
  })

  .post('/admin/approve-name', requireAdmin, async (c) => {
    const read = await readBody(c, approveNameRequest);
    if (!read.ok) return read.response;
    const isApproved = await approveBusinessName(c.env, c.var.admin, read.body, Date.now());
    return isApproved ? c.json({ success: true }, 200) : refuse(c, 'unknown_business');
  })

  .get('/admin/businesses/:username', requireAdmin, async (c) => {
    const username = z.safeParse(adminUsername, c.req.param('username'));
    const found = username.success && (await businessForAdmin(c.env, c.var.admin, username.data, Date.now()));
    return found ? c.json(found, 200) : refuse(c, 'unknown_business');
  })

  .get('/admin/audit', requireAdmin, async (c) => {
    const query = z.safeParse(auditQuery, c.req.query());
    if (!query.success) return refuse(c, 'invalid_input');
    return c.json(await listActs(c.env, query.data), 200);
  })
  .get('/admin/feedback', requireAdmin, (c) => answerList(c, listFeedback))
  .get('/admin/sales', requireAdmin, (c) => answerList(c, listSalesInquiries));

function presentedToken(c: Context<AppContext>): string | undefined {
  return getCookie(c, adminCookieName(c.var.config.origin));
}

async function answerList<Page extends object>(
  c: Context<AppContext>,
  list: (env: Env, before: number | undefined) => Promise<Page>,
): Promise<Response> {
  const query = z.safeParse(listQuery, c.req.query());
  if (!query.success) return refuse(c, 'invalid_input');
  return c.json(await list(c.env, query.data.before), 200);
}
