/** Operators of the tests, by default `developmentAdmin`, with their log-ins and their calls. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import {
  operatorRights,
  type AdminBusiness,
  type CreditsChange,
  type OperatorAct,
  type OperatorRight,
} from '../../../src/shared/contracts/admin.ts';
import { insertAdminSession } from '../../../src/worker/features/admin/admin-sessions.ts';
import { insertOperator } from '../../../src/worker/features/admin/operator-rows.ts';
import { newToken } from '../../../src/worker/identity/tokens.ts';
import { createApp } from '../../../src/worker/app.ts';
import { developmentAdmin } from '../../../src/worker/platform/config-variables.ts';
import { database } from '../../../src/worker/db/client.ts';
import { call, origin } from './factories.ts';

export const adminPassword = 'lantern-at-the-door';

/**
 * Inserts an operator and a session. By default the operator is `admin` and has every right. Returns the cookie of the
 * session.
 */
export async function newAdmin({
  name = developmentAdmin.username,
  rights = operatorRights,
}: { name?: string; rights?: readonly OperatorRight[] } = {}): Promise<string> {
  const { token, tokenHash } = newToken();
  const db = database(env);
  const { passwordHash } = developmentAdmin;
  await db.batch([
    insertOperator(db, { name, passwordHash, rights, addedAt: Date.now(), addedBy: null }),
    insertAdminSession(db, tokenHash, { name, passwordHash }, Date.now()),
  ]);
  return `holdline_admin=${token}`;
}

/** Logs in by the API, by default as the development admin. */
export function logInAdmin(about: {
  username?: unknown;
  password?: unknown;
  cookie?: string;
  address?: string;
}): Promise<Response> {
  const { username = developmentAdmin.username, password = adminPassword, cookie, address } = about;
  return call('POST', '/admin/login', {
    body: { username, password },
    ...(cookie !== undefined && { cookie }),
    headers: { ...(address !== undefined && { 'CF-Connecting-IP': address }) },
  });
}

/** The status and the text of an answer that is not JSON. */
export async function readText(response: Response): Promise<{ status: number; text: string }> {
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=UTF-8');
  return { status: response.status, text: await response.text() };
}

/** Requests an erasure, and approves it as another operator. */
export async function approvedErasure(body: unknown): Promise<void> {
  const path = '/admin/person/erase';
  const approver = await newAdmin({ name: 'grace' });
  expect((await call('POST', path, { cookie: await newAdmin(), body })).status).toBe(409);
  expect((await call('POST', `${path}/approve`, { cookie: approver, body })).status).toBe(200);
}

/** Updates the credits of a business, by default to 500 customer credits and 400 SMS credits. */
export function updateCredits(cookie: string, about: Record<string, unknown> = {}): Promise<Response> {
  const body = { username: 'blue-door', baseCustomerCredits: 500, baseSMSCredits: 400, ...about };
  return call('POST', '/admin/update-credits', { body, cookie });
}

/** Looks up a business as the admin. */
export async function findBusiness(cookie: string, username: string): Promise<AdminBusiness> {
  const response = await call('GET', `/admin/businesses/${encodeURIComponent(username)}`, { cookie });
  expect(response.status).toBe(200);
  return response.json();
}

/** The newest acts of operators. `query`: parameters of the call. */
export async function acts(cookie: string, query = ''): Promise<OperatorAct[]> {
  const response = await call('GET', `/admin/audit${query}`, { cookie });
  expect(response.status).toBe(200);
  return (await response.json<{ rows: OperatorAct[] }>()).rows;
}

/** The newest changes of credits in the audit log. */
export async function creditsLog(cookie: string): Promise<CreditsChange[]> {
  const rows = await acts(cookie, '?kind=credits_changed');
  return rows.flatMap(({ credits }) => (credits === null ? [] : [credits]));
}

/** The status of the answer to this cookie: 200 with an open session, otherwise 401. */
export async function statusOf(cookie: string): Promise<number> {
  const response = await call('GET', '/admin/me', { cookie });
  await response.arrayBuffer();
  return response.status;
}

/** Calls a Worker that has other variables. */
export function askWith(
  vars: Partial<Env>,
  method: string,
  path: string,
  headers: Record<string, string> = {},
) {
  const request = new Request(origin + path, { method, headers });
  return createApp().fetch(request, { ...env, ...vars }, createExecutionContext());
}
