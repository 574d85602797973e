/** Callers, accounts, locations and parties for tests, with defaults. */
import { env, exports } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import type { SignUpRequest } from '../../../src/shared/contracts/account/account.ts';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import type { LocationView } from '../../../src/shared/contracts/queue-view.ts';
import { insertAccount, newAccount, type Account } from '../../../src/worker/identity/accounts.ts';
import type { BusinessRow } from '../../../src/worker/identity/businesses.ts';
import { insertSession } from '../../../src/worker/identity/sessions.ts';
import { newToken } from '../../../src/worker/identity/tokens.ts';
import type { UserRow } from '../../../src/worker/identity/users.ts';
import { database } from '../../../src/worker/db/client.ts';
import { hashPassword } from '../../../src/worker/platform/passwords.ts';

/** `APP_ORIGIN` in `wrangler.toml`. */
export const origin = 'http://localhost:8787';

export const goodPassword = 'correct horse battery';

export type Call = {
  /** The body, which is sent as JSON, or unchanged if it is a string. */
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
};

export function aSignUp(about: Partial<SignUpRequest> = {}): SignUpRequest {
  return {
    name: 'Blue Door Café',
    username: 'red-door',
    email: 'red@example.com',
    phone: '123456',
    password: goodPassword,
    ...about,
  };
}

/** Calls the Worker as a program does, without Origin, Sec-Fetch-Site and network address. */
export function call(method: string, path: string, { body, cookie, headers }: Call = {}): Promise<Response> {
  return exports.default.fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(cookie !== undefined && { Cookie: cookie }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Starts a call. The body is sent when `send` is called. */
export function startCall(method: string, path: string, { body, cookie }: Pick<Call, 'body' | 'cookie'>) {
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  const stream = new ReadableStream({
    type: 'bytes',
    async start(controller) {
      await isSent;
      controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
      controller.close();
    },
  });
  const headers = { 'Content-Type': 'application/json', ...(cookie !== undefined && { Cookie: cookie }) };
  // Node needs `duplex` for a stream.
  const init = { method, headers, body: stream, duplex: 'half' };
  return { send, answer: exports.default.fetch(origin + path, init) };
}

export async function read(response: Response): Promise<{ status: number; body: unknown }> {
  return { status: response.status, body: await response.json() };
}

/** The name and value (`name=value`) of a cookie that an answer sets. */
export function cookieOf(response: Response, name = 'holdline_session'): string {
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
  if (cookie === undefined) throw new Error(`The answer sets no cookie ${name}`);
  return cookie.split(';', 1)[0] ?? '';
}

let hash: Promise<string> | null = null;
let made = 0;

export type TestOwner = Account & { cookie: string };

/** The columns of the business and of its owner that a test may set. */
export type AboutAccount = Partial<
  BusinessRow & Pick<UserRow, 'email' | 'phone' | 'emailVerifiedAt' | 'phoneProvenAt'>
>;

/** Inserts an account with an open session. The password is `goodPassword`. */
export async function newOwner(about: AboutAccount = {}): Promise<TestOwner> {
  hash ??= hashPassword(goodPassword);
  made += 1;
  const { email, phone, emailVerifiedAt = null, phoneProvenAt = null, ...overrides } = about;
  const given = newAccount({
    name: 'Blue Door Café',
    username: overrides.username ?? `blue-door-${made}`,
    email: email ?? `owner-${made}@example.com`,
    phone: phone ?? '+62 812 3456 789',
    now: Date.now(),
  });
  const business = { ...given.business, ...overrides };
  const user = { ...given.user, emailVerifiedAt, phoneProvenAt };
  const db = database(env);
  const { token, tokenHash } = newToken();
  await db.batch([
    ...insertAccount(db, { user, business }, await hash),
    insertSession(db, tokenHash, { userId: user.id, businessId: business.id }, Date.now(), null),
  ]);
  return { user, business, cookie: `holdline_session=${token}` };
}

/** The answer to `GET /auth/me`. */
export async function me({ cookie }: { cookie: string }): Promise<AccountView> {
  const response = await call('GET', '/auth/me', { cookie });
  expect(response.status).toBe(200);
  return response.json();
}

/** Adds a location by the API. Returns the owner's view of the location. */
export async function newLocation(
  owner: TestOwner,
  address = '14 Kemang Raya, Jakarta',
): Promise<LocationView> {
  const before = new Set((await me(owner)).locations.map(({ id }) => id));
  const body = { address, timezone: 'Asia/Jakarta' };
  const response = await call('POST', '/auth/locations', { body, cookie: owner.cookie });
  expect(response.status).toBe(201);
  const user = await response.json<AccountView>();
  const added = user.locations.find(({ id }) => !before.has(id));
  if (added === undefined) throw new Error('No location was added');
  return added;
}

/** The body of a join, by default for one person on the premises. */
export function party(overrides: Record<string, unknown> = {}) {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    numGuests: 1,
    waitingPreference: 'on_premises',
    ...overrides,
  };
}

/** Adds a guest to the line of a location by the API. */
export async function joinParty(
  owner: TestOwner,
  location: LocationView,
  overrides: Record<string, unknown> = {},
): Promise<JoinAnswer> {
  const body = { address: location.address, locationId: location.id, ...party(overrides) };
  const response = await call('POST', `/auth/business/${owner.business.username}/queue`, { body });
  expect(response.status).toBe(201);
  return response.json();
}
