/** Operators of a deployment. Each log-in needs a passkey, and the authenticator is software. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { operatorRights, type OperatorRight } from '../../../src/shared/contracts/admin.ts';
import { createApp } from '../../../src/worker/app.ts';
import { database } from '../../../src/worker/db/client.ts';
import { insertOperator } from '../../../src/worker/features/admin/operator-rows.ts';
import { handleOfOperator } from '../../../src/worker/features/admin/operator-passkeys.ts';
import { hashPassword } from '../../../src/worker/platform/passwords.ts';
import {
  described,
  newPasskey,
  signedBy,
  type Signed,
  type SoftwarePasskey,
} from '../../support/software-authenticator.ts';
import { deployment } from './deployment.ts';
import { cookieOf } from './factories.ts';
import { challengeIn } from './passkey-calls.ts';

const origin = deployment.APP_ORIGIN;
export const password = 'a lantern by the door';

export type Asked = { cookie?: string; body?: unknown; vars?: Partial<Env> };

export function callDeployed(
  method: string,
  path: string,
  { cookie, body, vars = {} }: Asked = {},
): Promise<Response> {
  const request = new Request(origin + path, {
    method,
    headers: {
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const made = createApp().fetch(request, { ...env, ...deployment, ...vars }, createExecutionContext());
  return Promise.resolve(made);
}

export const post = (path: string, cookie: string, body: unknown = {}) =>
  callDeployed('POST', path, { cookie, body });

export async function said(response: Response): Promise<[status: number, text: string]> {
  return [response.status, await response.text()];
}

/** Inserts an operator without a passkey, by default with every right. */
export async function anOperator(
  name: string,
  rights: readonly OperatorRight[] = operatorRights,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await insertOperator(database(env), { name, passwordHash, rights, addedAt: Date.now(), addedBy: null });
}

/** Logs in with name and password. Returns the cookie of the session, and the step that the session needs next. */
export async function typePassword(
  username: string,
  more: Asked & { password?: string } = {},
): Promise<{ awaits: unknown; cookie: string }> {
  const body = { username, password: more.password ?? password };
  const response = await callDeployed('POST', '/admin/login', { ...more, body });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toHaveLength(1);
  const { awaits } = await response.json<{ awaits: unknown }>();
  return { awaits, cookie: sessionIn(response) };
}

export function sessionIn(response: Response): string {
  return cookieOf(response, '__Secure-holdline_admin');
}

/** A passkey for this operator. The passkey is not yet registered. */
export function passkeyOf(name: string): SoftwarePasskey {
  const passkey = newPasskey('');
  passkey.userHandle = handleOfOperator(name);
  return passkey;
}

/** Requests a challenge for a new passkey in this session. */
export async function addChallenge(cookie: string): Promise<string> {
  return challengeIn(await post('/admin/passkeys/options', cookie, { password }));
}

/** Requests a challenge for the second step of this session. */
export async function signChallenge(cookie: string): Promise<string> {
  return challengeIn(await post('/admin/login/passkey/options', cookie));
}

export function add(cookie: string, passkey: SoftwarePasskey, challenge: string): Promise<Response> {
  const credential = described(passkey, { origin, challenge });
  return post('/admin/passkeys', cookie, { name: 'Phone', credential });
}

/** Sends the passkey's signature in this session. `signed`: fields that differ from a valid signature. */
export async function sign(
  cookie: string,
  passkey: SoftwarePasskey,
  signed: Partial<Signed> = {},
): Promise<Response> {
  const challenge = signed.challenge ?? (await signChallenge(cookie));
  const credential = signedBy(passkey, { origin, ...signed, challenge });
  return post('/admin/login/passkey', cookie, { credential });
}

/** Inserts an operator who adds a passkey at the first log-in. Returns the passkey and the cookie of this log-in. */
export async function withPasskey(
  name: string,
  rights?: readonly OperatorRight[],
): Promise<{ passkey: SoftwarePasskey; cookie: string }> {
  await anOperator(name, rights);
  const { awaits, cookie } = await typePassword(name);
  expect(awaits).toBe('first_passkey');
  const passkey = passkeyOf(name);
  const added = await add(cookie, passkey, await addChallenge(cookie));
  expect(added.status).toBe(200);
  return { passkey, cookie: sessionIn(added) };
}

export async function logInWith(name: string, passkey: SoftwarePasskey): Promise<string> {
  const { awaits, cookie } = await typePassword(name);
  expect(awaits).toBe('passkey');
  const signed = await sign(cookie, passkey);
  expect(signed.status).toBe(200);
  return sessionIn(signed);
}

/** The status of `GET /admin/me`: 200 in an open session. */
export async function meWith(cookie: string): Promise<number> {
  return (await callDeployed('GET', '/admin/me', { cookie })).status;
}

/** The rows of the audit log, the oldest first. The form of a row is "operator kind about". */
export async function auditRows(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    'select operator, kind, about from operator_acts order by id',
  ).all();
  return results.map(({ operator, kind, about }) => [operator, kind, about].filter(Boolean).join(' '));
}
