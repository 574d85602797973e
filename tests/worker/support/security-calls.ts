/** Shared parts of the account security tests: mails, authenticator codes, calls. */
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import type { SecurityView } from '../../../src/shared/contracts/account/security.ts';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import { call, goodPassword, newOwner, read, type TestOwner } from './factories.ts';
import { until } from './queue-factories.ts';

export const success = { status: 200, body: { success: true } };
export const newPassword = 'a lantern by the door';

export type Mail = { recipient: string; subject: string; body: string };

/** All mails so far, the newest first. */
export async function mails(): Promise<Mail[]> {
  const response = await call('GET', '/dev/outbox', { headers: { Accept: 'application/json' } });
  return (await response.json<{ messages: Mail[] }>()).messages;
}

/** Waits for this number of mails, which are sent after an answer: `[recipient, subject]`, sorted. */
export async function mailsSent(count: number): Promise<string[][]> {
  await until(async () => (await mails()).length >= count);
  return (await mails())
    .map(({ recipient, subject }) => [recipient, subject])
    .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
}

/** The token of the newest mail to this address with a link to `/verify`. */
export async function verifyToken(recipient: string, besides: string[] = []): Promise<string> {
  let found: string | undefined;
  await until(async () => {
    const tokens = (await mails())
      .filter((mail) => mail.recipient === recipient)
      .flatMap(({ body }) => /\/verify\?token=([\w-]{43})\s/.exec(body)?.[1] ?? []);
    found = tokens.find((token) => !besides.includes(token));
    return found;
  });
  return found ?? '';
}

export function stopTheClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 21, 12, 0, 5));
  return { forward: (ms: number) => vi.setSystemTime(Date.now() + ms) };
}

/** Switches the second step on, which uses up the app's current code. */
export async function withSecondStep(owner: TestOwner): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { cookie } = owner;
  const begun = await call('POST', '/auth/second-step', { cookie, body: { password: goodPassword } });
  const { secret } = await begun.json<{ secret: string }>();
  const body = { code: appCode(secret) };
  const confirmed = await call('POST', '/auth/second-step/confirm', { cookie, body });
  expect(confirmed.status).toBe(200);
  return { secret, ...(await confirmed.json<{ recoveryCodes: string[] }>()) };
}

/** An owner with the second step, half a minute later: the app shows an unused code. */
export async function withApp(about: Parameters<typeof newOwner>[0] = {}): Promise<{
  owner: TestOwner;
  secret: string;
  recoveryCodes: string[];
  forward(ms: number): void;
}> {
  const clock = stopTheClock();
  const owner = await newOwner(about);
  const made = await withSecondStep(owner);
  clock.forward(30_000);
  return { owner, ...made, forward: clock.forward };
}

export function logIn({ business }: TestOwner, more: Record<string, unknown> = {}, cookie?: string) {
  const body = { emailOrUsername: business.username, password: goodPassword, ...more };
  return call('POST', '/auth/login', { body, ...(cookie !== undefined && { cookie }) });
}

export async function statusOf(cookie: string): Promise<number> {
  const response = await call('GET', '/auth/me', { cookie });
  await response.arrayBuffer();
  return response.status;
}

export async function securityOf({ cookie }: { cookie: string }): Promise<SecurityView> {
  const response = await call('GET', '/auth/security', { cookie });
  expect(response.status).toBe(200);
  return response.json();
}

/** A POST with a body. Returns status and body. */
export async function post(path: string, { cookie }: { cookie: string }, body: unknown = {}) {
  return read(await call('POST', path, { cookie, body }));
}

export async function countRows(table: string): Promise<unknown> {
  return env.DB.prepare(`select count(*) as n from ${table}`).first('n');
}

export const tooMany = {
  status: 429,
  body: { error: 'Too many tries. Please wait a moment.', code: 'too_many_requests' },
};

/** The owner with a new log-in. */
export async function loggedIn(owner: TestOwner): Promise<TestOwner> {
  const response = await logIn(owner);
  expect(response.status).toBe(200);
  const [cookie = ''] = response.headers.getSetCookie();
  return { ...owner, cookie: cookie.split(';', 1)[0] ?? '' };
}

/** `name=value` of the cookie by which the browser of an answer is a known device. */
export function deviceOf(response: Response): string {
  const line = response.headers.getSetCookie().find((each) => each.includes('holdline_device_'));
  if (line === undefined) throw new Error('The answer makes no known device');
  return line.split(';', 1)[0] ?? '';
}

/** Asks for the code to delete an account with a confirmed address. Returns the mailed code. */
export function deletionCode(owner: { cookie: string }): Promise<string> {
  return mailedCode(owner, '/auth/deletion-code', 'Nothing is deleted without this code:');
}

/** Asks for the code to hand over the business of such an account. Returns the mailed code. */
export function handOverCode(owner: { cookie: string }): Promise<string> {
  return mailedCode(owner, '/auth/team/ownership/code', 'Nothing is handed over without this code:');
}

async function mailedCode(owner: { cookie: string }, path: string, words: string): Promise<string> {
  const code = new RegExp(`${words} (\\d{6})\\s`);
  const codes = async () => (await mails()).flatMap(({ body }) => code.exec(body)?.[1] ?? []);
  const before = await codes();
  expect(await post(path, owner)).toEqual(success);
  await until(async () => (await codes()).length > before.length);
  return (await codes())[0] ?? '';
}

/** Waits for a mail to this address with this subject. Returns the token of its link "this was not me". */
export async function notMeToken(recipient: string, subject: string): Promise<string> {
  const found = async () =>
    (await mails()).find((mail) => mail.recipient === recipient && mail.subject === subject);
  await until(async () => (await found()) !== undefined);
  return /\/not-me\?token=(\S+)/.exec((await found())?.body ?? '')?.[1] ?? '';
}

/** Follows a link "this was not me". */
export const press = (token: string) => post('/auth/not-me', { cookie: '' }, { token });

/** Sets the new password by a mailed link. Returns the answer. */
export async function resetByMail({ user }: TestOwner): Promise<Response> {
  await call('POST', '/auth/forgot-password', { body: { email: user.email } });
  const link = async () =>
    (await mails()).flatMap(({ body }) => /\/reset\?token=([\w-]+)/.exec(body)?.[1] ?? [])[0];
  await until(async () => (await link()) !== undefined);
  return call('POST', '/auth/reset-password', { body: { token: await link(), newPassword } });
}
