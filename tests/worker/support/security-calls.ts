/** Calls for tests of an account's security, with mails and codes of an authenticator app. */
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import type { SecurityView } from '../../../src/shared/contracts/account/security.ts';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import { call, goodPassword, newOwner, read, type TestOwner } from './factories.ts';
import { until } from './queue-factories.ts';

export const success = { status: 200, body: { success: true } };
export const newPassword = 'a lantern by the door';

export type Mail = { recipient: string; subject: string; body: string };

/** The mails, the newest first. */
export async function mails(): Promise<Mail[]> {
  const response = await call('GET', '/dev/outbox', { headers: { Accept: 'application/json' } });
  return (await response.json<{ messages: Mail[] }>()).messages;
}

export async function subjects(): Promise<string[]> {
  return (await mails()).map(({ subject }) => subject).toSorted();
}

/** Waits for this number of mails. Returns the sorted `[recipient, subject]` of all mails. */
export async function mailsSent(count: number): Promise<string[][]> {
  await until(async () => (await mails()).length >= count);
  return (await mails())
    .map(({ recipient, subject }) => [recipient, subject])
    .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
}

/** Waits for a mail to this address with a link to `/verify` whose token is not in `besides`. Returns this token. */
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

/** Turns the second step on. The confirmation uses up the code that the authenticator app shows at this time. */
export async function withSecondStep(owner: TestOwner): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { cookie } = owner;
  const begun = await call('POST', '/auth/second-step', { cookie, body: { password: goodPassword } });
  const { secret } = await begun.json<{ secret: string }>();
  const body = { code: appCode(secret) };
  const confirmed = await call('POST', '/auth/second-step/confirm', { cookie, body });
  expect(confirmed.status).toBe(200);
  return { secret, ...(await confirmed.json<{ recoveryCodes: string[] }>()) };
}

/** Makes an owner with a second step. Moves the clock by half a minute, so that the app shows an unused code. */
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

/** Logs the owner in. Returns the owner with the new session. */
export async function loggedIn(owner: TestOwner): Promise<TestOwner> {
  const response = await logIn(owner);
  expect(response.status).toBe(200);
  const [cookie = ''] = response.headers.getSetCookie();
  return { ...owner, cookie: cookie.split(';', 1)[0] ?? '' };
}

/** The cookie of the known device (`name=value`) that an answer sets. */
export function deviceOf(response: Response): string {
  const line = response.headers.getSetCookie().find((each) => each.includes('holdline_device_'));
  if (line === undefined) throw new Error('The answer makes no known device');
  return line.split(';', 1)[0] ?? '';
}

/** Requests the code for the deletion of an account. Returns the code from the mail. */
export function deletionCode(owner: { cookie: string }): Promise<string> {
  return mailedCode(owner, '/auth/deletion-code', 'Nothing is deleted without this code:');
}

/** Requests the code for the hand-over of a business. Returns the code from the mail. */
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

/** Presses the button of the page behind a link "this was not me". */
export const press = (token: string) => post('/auth/not-me', { cookie: '' }, { token });

/** Requests a reset link, and sets a new password with it. Returns the answer. */
export async function resetByMail({ user }: TestOwner): Promise<Response> {
  await call('POST', '/auth/forgot-password', { body: { email: user.email } });
  const link = async () =>
    (await mails()).flatMap(({ body }) => /\/reset\?token=([\w-]+)/.exec(body)?.[1] ?? [])[0];
  await until(async () => (await link()) !== undefined);
  return call('POST', '/auth/reset-password', { body: { token: await link(), newPassword } });
}

export function deleteAccount(
  owner: { cookie: string },
  body: Record<string, unknown> = { password: goodPassword },
) {
  return call('POST', '/auth/delete-account', { cookie: owner.cookie, body });
}
