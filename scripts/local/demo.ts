/**
 * The demo business of an empty state, made through the product's own calls. Every step may be repeated: a start
 * that was killed half-way is finished by the next one, a finished one is never seeded again.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { sessionAnswer, accountView, type SignUpRequest } from '../../src/shared/contracts/account.ts';
import type { JoinRequest } from '../../src/shared/contracts/guest.ts';
import type { LocationView } from '../../src/shared/contracts/queue-view.ts';

/** The log-in that README.md and the start's own words name. Only ever seeded on a developer's machine. */
export const demoOwner = {
  name: 'Blue Door Café',
  username: 'blue-door',
  email: 'owner@blue-door.example',
  phone: '+62 21 555 0142',
  password: 'kopi-susu-at-noon',
} satisfies SignUpRequest;

const address = '14 Kemang Raya, Jakarta';

const guests: Omit<JoinRequest, 'address' | 'locationId'>[] = [
  {
    firstName: 'Mara',
    lastName: 'Lindqvist',
    numGuests: 2,
    waitingPreference: 'on_premises',
    phoneNumber: '',
  },
  {
    firstName: 'Budi',
    lastName: 'Santoso',
    numGuests: 4,
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 5550 0101',
  },
  { firstName: 'ليلى', lastName: 'حدّاد', numGuests: 3, waitingPreference: 'on_premises', phoneNumber: '' },
  {
    firstName: 'Łukasz',
    lastName: 'Woźniak',
    numGuests: 1,
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 5550 0102',
  },
  { firstName: '美咲', lastName: '田中', numGuests: 2, waitingPreference: 'on_premises', phoneNumber: '' },
];

const demoMark = z.enum(['wanted', 'done', 'not_wanted']);
type DemoState = z.infer<typeof demoMark>;

/**
 * Decides before the database is made: only a state that nobody has used yet gets a demo business, and never in
 * production, where its published password would open an account. A sentence where the mark of an earlier start cannot
 * be read.
 */
export function demoState(
  stateDir: string,
  environment: string,
): { ok: true; demo: DemoState } | { ok: false; problem: string } {
  const isProduction = environment === 'production';
  if (existsSync(markFile(stateDir))) {
    const mark = demoMark.safeParse(readFileSync(markFile(stateDir), 'utf8').trim());
    if (mark.success) {
      return { ok: true, demo: mark.data === 'wanted' && isProduction ? 'not_wanted' : mark.data };
    }
    return {
      ok: false,
      problem: `The file "demo" in STATE_DIR (${stateDir}) is damaged. Delete it, or set STATE_DIR to another folder.`,
    };
  }
  const isUsed = existsSync(path.join(stateDir, 'v3', 'd1'));
  const demo = isUsed || isProduction ? 'not_wanted' : 'wanted';
  writeMark(stateDir, demo);
  return { ok: true, demo };
}

/** Seeds over HTTP and writes down that it is done. Throws when the server refuses something unexpected. */
export async function seedDemo(origin: string, stateDir: string): Promise<void> {
  const cookie = await logIn(origin);
  const location = await ensureLocation(origin, cookie);
  const known = new Set(
    [...location.queue, ...location.admittedCustomers, ...location.removedCustomers].map(
      (visit) => visit.firstName,
    ),
  );
  for (const guest of guests) {
    if (known.has(guest.firstName)) continue;
    await call(origin, 'POST', `/auth/business/${demoOwner.username}/queue`, {
      body: { ...guest, address: location.address, locationId: location.id },
      // The same key on every try: an answer that was lost with a killed start does not make a second guest.
      headers: { 'idempotency-key': `demo-${demoOwner.username}-${guests.indexOf(guest)}` },
    });
  }
  writeMark(stateDir, 'done');
}

async function logIn(origin: string): Promise<string> {
  const signedUp = await fetch(new URL('/auth/signup', origin), jsonRequest('POST', demoOwner));
  if (signedUp.status === 201) return sessionCookie(signedUp);
  // 409: an earlier start got this far.
  if (signedUp.status !== 409) throw new Error(`sign-up of the demo owner answered ${signedUp.status}`);
  const { username: emailOrUsername, password } = demoOwner;
  const loggedIn = await fetch(
    new URL('/auth/login', origin),
    jsonRequest('POST', { emailOrUsername, password }),
  );
  sessionAnswer.parse(await loggedIn.json());
  return sessionCookie(loggedIn);
}

async function ensureLocation(origin: string, cookie: string): Promise<LocationView> {
  const headers = { cookie };
  let user = accountView.parse(await call(origin, 'GET', '/auth/me', { headers }));
  if (user.locations.length === 0) {
    const body = { address, timezone: 'Asia/Jakarta' };
    user = accountView.parse(await call(origin, 'POST', '/auth/locations', { headers, body }));
  }
  const [location] = user.locations;
  if (location === undefined) throw new Error('the demo location was not added');
  return location;
}

async function call(
  origin: string,
  method: string,
  where: string,
  { body, headers }: { body?: object; headers: Record<string, string> },
): Promise<unknown> {
  const request = jsonRequest(method, body);
  const answer = await fetch(new URL(where, origin), {
    ...request,
    headers: { ...request.headers, ...headers },
  });
  if (!answer.ok) throw new Error(`${method} ${where} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function jsonRequest(method: string, body?: object) {
  return body === undefined
    ? { method, headers: {} }
    : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function sessionCookie(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

const markFile = (stateDir: string) => path.join(stateDir, 'demo');

/** Written beside and renamed, so that a kill in between leaves the old mark or the new one, never half of one. */
function writeMark(stateDir: string, mark: DemoState): void {
  writeFileSync(`${markFile(stateDir)}.new`, mark);
  renameSync(`${markFile(stateDir)}.new`, markFile(stateDir));
}
