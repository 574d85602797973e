/**
 * Routes of the admin area (`docs/spec.md` sections 2 and 7, 10.24). If no admin is configured and no operator exists,
 * `app.ts` answers 404 instead.
 */
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import { addPasskeyRequest, passkeyLogInRequest } from '../../../shared/contracts/account/passkeys.ts';
import {
  operatorConfirmation,
  removeOperatorPasskeyRequest,
  resetPasskeysRequest,
} from '../../../shared/contracts/admin-passkeys.ts';
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
import { listActs, recordReading } from './audit-log.ts';
import { approveBusinessName } from './approve-name.ts';
import { makeCommandCode } from './command-code.ts';
import { businessForAdmin } from './business-view.ts';
import { updateCredits } from './credits.ts';
import {
  addOperatorPasskey,
  beginOperatorPasskey,
  listOwnPasskeys,
  needsPasskey,
  removeOperatorPasskey,
  resetPasskeys,
} from './operator-passkeys.ts';
import type { Operator } from './operator-rows.ts';
import { addOperatorBy, changeOperator, changeOwnPassword, listOperators } from './operators.ts';
import { beginPasskeyStep, finishPasskeyStep } from './passkey-log-in.ts';
import { listFeedback, listSalesInquiries } from '../forms/form-messages.ts';
import { hashToken } from '../../identity/tokens.ts';
import { clientAddressOf } from '../../http/caller.ts';
import { readBody, refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { pageOrigin } from '../../http/cross-site.ts';
import { requireOperator } from './require-operator.ts';

export const admin = new Hono<AppContext>()

  .post('/admin/login', async (c) => {
    const { admin, phoneHashKey: key } = c.var.config;
    const read = await readBody(c, adminLogInRequest);
    if (!read.ok) return read.response;
    const from = {
      sender: clientAddressOf(c),
      // No session has the hash of an empty token.
      presentedHash: hashToken(presentedToken(c) ?? ''),
      marks: { key, presented: presentedMarks(c) },
    };
    const now = Date.now();
    const asked = { admin, needsPasskey: needsPasskey(c.var.config) };
    const loggedIn = await logInOperator(c.env, asked, read.body, from, now);
    if (!loggedIn.ok) return refuse(c, loggedIn);
    const { token, operator, awaits } = loggedIn;
    if (awaits === null) return answerOpened(c, token, operator, now);
    setSessionCookie(c, token);
    return c.json({ awaits }, 200);
  })

  .post('/admin/login/passkey/options', requireOperator, async (c) => {
    const origin = pageOrigin(c.req.raw, c.var.config);
    const begun = await beginPasskeyStep(c.env, origin, c.var.adminSession, clientAddressOf(c), Date.now());
    return begun.ok ? c.json(begun.options, 200) : refuse(c, begun);
  })

  .post('/admin/login/passkey', requireOperator, async (c) => {
    const read = await readBody(c, passkeyLogInRequest);
    if (!read.ok) return read.response;
    const origin = pageOrigin(c.req.raw, c.var.config);
    const now = Date.now();
    const done = await finishPasskeyStep(c.env, origin, c.var.adminSession, read.body.credential, now);
    return done.ok ? answerOpened(c, done.token, c.var.operator, now) : refuse(c, done.code);
  })

  .post('/admin/logout', async (c) => {
    const { origin } = c.var.config;
    const token = presentedToken(c);
    if (token) await endAdminSession(c.env, token);
    // The cookie is cleared after the server ended the session, because a live session must not look logged out.
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
    return changed.ok ? c.json({ success: true }, 200) : refuse(c, changed);
  })

  .get('/admin/passkeys', requireOperator, async (c) =>
    c.json(await listOwnPasskeys(c.env, c.var.operator.name), 200),
  )

  .post('/admin/passkeys/options', requireOperator, async (c) => {
    const read = await readBody(c, operatorConfirmation);
    if (!read.ok) return read.response;
    const origin = pageOrigin(c.req.raw, c.var.config);
    const begun = await beginOperatorPasskey(c.env, origin, c.var.adminSession, read.body, Date.now());
    return begun.ok ? c.json(begun.options, 200) : refuse(c, begun);
  })

  .post('/admin/passkeys', requireOperator, async (c) => {
    const read = await readBody(c, addPasskeyRequest);
    if (!read.ok) return read.response;
    const origin = pageOrigin(c.req.raw, c.var.config);
    const now = Date.now();
    const added = await addOperatorPasskey(c.env, origin, c.var.adminSession, read.body, now);
    if (!added.ok) return refuse(c, added.code);
    return added.opened === null
      ? c.json({ success: true }, 200)
      : answerOpened(c, added.opened, c.var.operator, now);
  })

  .post('/admin/passkeys/remove', requireOperator, async (c) => {
    const read = await readBody(c, removeOperatorPasskeyRequest);
    if (!read.ok) return read.response;
    const { config, operator } = c.var;
    const removed = await removeOperatorPasskey(c.env, config, operator.name, read.body, Date.now());
    return removed.ok ? c.json({ success: true }, 200) : refuse(c, removed);
  })

  .post('/admin/command-code', requireOperator, async (c) => {
    const read = await readBody(c, operatorConfirmation);
    if (!read.ok) return read.response;
    const made = await makeCommandCode(c.env, c.var.operator.name, read.body.password, Date.now());
    return made.ok ? c.json({ code: made.code }, 200) : refuse(c, made);
  })

  .get('/admin/operators', requireOperator, async (c) => c.json(await listOperators(c.env), 200))

  .post('/admin/operators', requireOperator, async (c) => {
    const read = await readBody(c, addOperatorRequest);
    if (!read.ok) return read.response;
    const added = await addOperatorBy(c.env, c.var.operator.name, read.body, Date.now());
    return added.ok ? c.json({ success: true }, 200) : refuse(c, added);
  })

  .post('/admin/operators/change', requireOperator, async (c) => {
    const read = await readBody(c, changeOperatorRequest);
    if (!read.ok) return read.response;
    const changed = await changeOperator(c.env, c.var.operator.name, read.body, Date.now());
    return changed.ok ? c.json({ success: true }, 200) : refuse(c, changed);
  })

  .post('/admin/operators/reset-passkeys', requireOperator, async (c) => {
    const read = await readBody(c, resetPasskeysRequest);
    if (!read.ok) return read.response;
    const reset = await resetPasskeys(c.env, c.var.operator.name, read.body, Date.now());
    return reset.ok ? c.json({ success: true }, 200) : refuse(c, reset);
  })

  .get('/admin/audit', requireOperator, async (c) => {
    const query = z.safeParse(auditQuery, c.req.query());
    if (!query.success) return refuse(c, 'invalid_input');
    return c.json(await listActs(c.env, query.data), 200);
  })
  .get('/admin/feedback', requireOperator, (c) => answerList(c, 'feedback_read', listFeedback))
  .get('/admin/sales', requireOperator, (c) => answerList(c, 'sales_read', listSalesInquiries));

function viewOf({ name, rights }: Operator): AdminView {
  return { username: name, rights };
}

function presentedToken(c: Context<AppContext>): string | undefined {
  return getCookie(c, adminCookieName(c.var.config.origin));
}

function setSessionCookie(c: Context<AppContext>, token: string): void {
  const { origin } = c.var.config;
  setCookie(c, adminCookieName(origin), token, adminCookieOptions(origin));
}

/** Answers a completed log-in, and makes this browser a known device of the operator. */
function answerOpened(c: Context<AppContext>, token: string, operator: Operator, now: number) {
  setSessionCookie(c, token);
  setDeviceCookie(c, ownerOfDevice(operator.name), now, '/admin/login');
  return c.json(viewOf(operator), 200);
}

async function answerList<Page extends object>(
  c: Context<AppContext>,
  kind: 'feedback_read' | 'sales_read',
  list: (env: Env, before: number | undefined) => Promise<Page>,
): Promise<Response> {
  const query = z.safeParse(listQuery, c.req.query());
  if (!query.success) return refuse(c, 'invalid_input');
  await recordReading(c.env, c.var.operator.name, kind, Date.now());
  return c.json(await list(c.env, query.data.before), 200);
}
