/**
 * Routes of the admin area (`docs/spec.md` sections 2 and 7, 10.24). Without a configured admin and operators,
 * `app.ts` answers 404 instead.
 */
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import {
  addOperatorRequest,
  adminLogInRequest,
  adminUsername,
  approveNameRequest,
  auditQuery,
  changeOperatorRequest,
  listQuery,
  operatorPasswordRequest,
  updateCreditsRequest,
  type AdminView,
} from '../../../shared/contracts/admin.ts';
import { presentedMarks, setDeviceCookie } from '../account/session/known-device.ts';
import { logInOperator, ownerOfDevice } from './admin-log-in.ts';
import { adminCookieName, adminCookieOptions, endAdminSession } from './admin-sessions.ts';
import { listActs } from './audit-log.ts';
import { approveBusinessName } from './approve-name.ts';
import { businessForAdmin } from './business-view.ts';
import { updateCredits } from './credits.ts';
import type { Operator } from './operator-rows.ts';
import { addOperatorBy, changeOperator, changeOwnPassword, listOperators } from './operators.ts';
import { listFeedback, listSalesInquiries } from '../forms/form-messages.ts';
import { clientAddressOf } from '../../http/caller.ts';
import { readBody, refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { requireOperator } from './require-operator.ts';

export const admin = new Hono<AppContext>()

  .post('/admin/login', async (c) => {
    const { admin, origin, phoneHashKey: key } = c.var.config;
    const read = await readBody(c, adminLogInRequest);
    if (!read.ok) return read.response;
    const from = {
      sender: clientAddressOf(c),
      presentedToken: presentedToken(c),
      marks: { key, presented: presentedMarks(c) },
    };
    const now = Date.now();
    const loggedIn = await logInOperator(c.env, admin, read.body, from, now);
    if (!loggedIn.ok) return refuse(c, loggedIn.code, 'retryAfterSeconds' in loggedIn ? loggedIn : {});
    setCookie(c, adminCookieName(origin), loggedIn.token, adminCookieOptions(origin));
    setDeviceCookie(c, ownerOfDevice(loggedIn.operator.name), now, '/admin/login');
    return c.json(viewOf(loggedIn.operator), 200);
  })

  .post('/admin/logout', async (c) => {
    const { origin } = c.var.config;
    const token = presentedToken(c);
    if (token) await endAdminSession(c.env, token);
    // The cookie is cleared only after the server ended the session: a live session must not look logged out.
    setCookie(c, adminCookieName(origin), '', { ...adminCookieOptions(origin), maxAge: 0 });
    return c.json({ success: true }, 200);
  })

  .get('/admin/me', requireOperator, (c) => c.json(viewOf(c.var.operator), 200))

  .post('/admin/update-credits', requireOperator, async (c) => {
    const read = await readBody(c, updateCreditsRequest);
    if (!read.ok) return read.response;
    const updated = await updateCredits(c.env, c.var.operator.name, read.body, Date.now());
    return updated.ok ? c.json({ success: true }, 200) : refuse(c, updated.code);
  })

  .post('/admin/approve-name', requireOperator, async (c) => {
    const read = await readBody(c, approveNameRequest);
    if (!read.ok) return read.response;
    const isApproved = await approveBusinessName(c.env, c.var.operator.name, read.body, Date.now());
    return isApproved ? c.json({ success: true }, 200) : refuse(c, 'unknown_business');
  })

  .get('/admin/businesses/:username', requireOperator, async (c) => {
    const username = z.safeParse(adminUsername, c.req.param('username'));
    const found =
      username.success && (await businessForAdmin(c.env, c.var.operator.name, username.data, Date.now()));
    return found ? c.json(found, 200) : refuse(c, 'unknown_business');
  })

  .post('/admin/password', requireOperator, async (c) => {
    const read = await readBody(c, operatorPasswordRequest);
    if (!read.ok) return read.response;
    const changed = await changeOwnPassword(c.env, c.var.operator.name, read.body, Date.now());
    return changed.ok ? c.json({ success: true }, 200) : refuse(c, changed.code, changed);
  })

  .get('/admin/operators', requireOperator, async (c) => c.json(await listOperators(c.env), 200))

  .post('/admin/operators', requireOperator, async (c) => {
    const read = await readBody(c, addOperatorRequest);
    if (!read.ok) return read.response;
    const added = await addOperatorBy(c.env, c.var.operator.name, read.body, Date.now());
    return added.ok ? c.json({ success: true }, 200) : refuse(c, added.code, added);
  })

  .post('/admin/operators/change', requireOperator, async (c) => {
    const read = await readBody(c, changeOperatorRequest);
    if (!read.ok) return read.response;
    const changed = await changeOperator(c.env, c.var.operator.name, read.body, Date.now());
    return changed.ok ? c.json({ success: true }, 200) : refuse(c, changed.code, changed);
  })

  .get('/admin/audit', requireOperator, async (c) => {
    const query = z.safeParse(auditQuery, c.req.query());
    if (!query.success) return refuse(c, 'invalid_input');
    return c.json(await listActs(c.env, query.data), 200);
  })
  .get('/admin/feedback', requireOperator, (c) => answerList(c, listFeedback))
  .get('/admin/sales', requireOperator, (c) => answerList(c, listSalesInquiries));

function viewOf({ name, rights }: Operator): AdminView {
  return { username: name, rights };
}

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
