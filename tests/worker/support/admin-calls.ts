/** Operators for tests, by default `developmentAdmin`, with their log-ins and calls. */
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

/** Inserts an operator, by default `admin` with every right, and a session. Returns the cookie of the session. */
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

/** The status and the text of a plain-text answer. */
export async function readText(response: Response): Promise<{ status: number; text: string }> {
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=UTF-8');
  return { status: response.status, text: await response.text() };
}

/** Requests an erasure as one operator, and approves it as another operator. */
export async function approvedErasure(body: unknown): Promise<void> {
  const path = '/admin/person/erase';
  const approver = await newAdmin({ name: 'grace' });
  expect((await call('POST', path, { cookie: await newAdmin(), body })).status).toBe(409);
  expect((await call('POST', `${path}/approve`, { cookie: approver, body })).status).toBe(200);
}

/** Sets the credits of a business, by default to 500 customer credits and 400 SMS credits. */
export function updateCredits(cookie: string, about: Record<string, unknown> = {}): Promise<Response> {
  const body = { username: 'blue-door', baseCustomerCredits: 500, baseSMSCredits: 400, ...about };
  return call('POST', '/admin/update-credits', { body, cookie });
}

export async function findBusiness(cookie: string, username: string): Promise<AdminBusiness> {
  const response = await call('GET', `/admin/businesses/${encodeURIComponent(username)}`, { cookie });
  expect(response.status).toBe(200);
  return response.json();
}

/** The newest acts in the audit log. `query`: the query of the call. */
export async function acts(cookie: string, query = ''): Promise<OperatorAct[]> {
  const response = await call('GET', `/admin/audit${query}`, { cookie });
  expect(response.status).toBe(200);
  return (await response.json<{ rows: OperatorAct[] }>()).rows;
}

export async function creditsLog(cookie: string): Promise<CreditsChange[]> {
  const rows = await acts(cookie, '?kind=credits_changed');
  return rows.flatMap(({ credits }) => (credits === null ? [] : [credits]));
}

/** The status of `GET /admin/me` with this cookie: 200 in an open session, otherwise 401. */
export async function statusOf(cookie: string): Promise<number> {
  const response = await call('GET', '/admin/me', { cookie });
  await response.arrayBuffer();
  return response.status;
}

/** Calls a Worker with other variables. */
export function askWith(
  vars: Partial<Env>,
  method: string,
  path: string,
  headers: Record<string, string> = {},
) {
  const request = new Request(origin + path, { method, headers });
  return createApp().fetch(request, { ...env, ...vars }, createExecutionContext());
}
