/** Makes the real object of a location that has no account, and plays actions of guests and owners on this object. */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import type { JoinAnswer, JoinRequest } from '../../../src/shared/contracts/guest.ts';
import { HOLD_MS } from '../../../src/shared/limits.ts';
import type { LocationSetup } from '../../../src/worker/location/rpc.ts';
import { join } from './commands.ts';
import { parseToken } from '../../../src/worker/location/guests/token.ts';

export const username = 'blue-door';

const setup: LocationSetup = {
  businessId: 'business',
  businessName: 'Blue Door Café',
  username,
  address: '14 Kemang Raya, Jakarta',
  timezone: 'Asia/Jakarta',
  country: 'ID',
  customerCredits: 300,
  smsCredits: 300,
  creditsEndAt: null,
  creditsRevision: 0,
  billingRevision: 0,
};

/** Opens a location. The returned function makes a new stub at each call, because an eviction breaks old stubs. */
export async function openLocation(about: Partial<LocationSetup> = {}) {
  const id = env.LOCATION_QUEUE.newUniqueId();
  const location = () => env.LOCATION_QUEUE.get(id);
  await location().open({ ...setup, ...about });
  return location;
}

export function aJoin(about: Partial<JoinRequest> = {}): JoinRequest {
  return {
    address: setup.address,
    firstName: 'Maya',
    lastName: 'Putri',
    numGuests: 2,
    waitingPreference: 'on_premises',
    phoneNumber: '',
    ...about,
  };
}

export const texted = { waitingPreference: 'wait_anywhere', phoneNumber: '+6281234567890' } as const;

export type Location = Awaited<ReturnType<typeof openLocation>>;

/** Adds a guest to the line. Returns the guest's data. */
export async function joinAs(
  location: Location,
  about: Partial<JoinRequest> = {},
  idempotencyKey: string | null = null,
  sender: string | null = null,
) {
  const joined = granted(
    await join(location(), {
      username,
      request: aJoin(about),
      idempotencyKey,
      sender,
      heldSecret: null,
      language: 'en',
    }),
  );
  return { ...joined.answer, claim: claimOf(joined.answer) };
}

export function claimOf({ queueToken }: Pick<JoinAnswer, 'queueToken'>) {
  return { username, secret: parseToken(queueToken)?.secret ?? '' };
}

/** Returns the reply of an object. Fails the test if the reply is a refusal. */
export function granted<R extends { ok: boolean }>(reply: R): Extract<R, { ok: true }> {
  expect(reply).toMatchObject({ ok: true });
  if (!isYes(reply)) throw new Error('refused');
  return reply;
}

function isYes<R extends { ok: boolean }>(reply: R): reply is Extract<R, { ok: true }> {
  return reply.ok;
}

/**
 * Stops the clock of the Worker and of the objects at a full second, about a minute from now. Returns the time in epoch
 * milliseconds.
 */
export function stopClock(): number {
  const now = Math.ceil(Date.now() / 1000) * 1000 + 60_000;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now);
  return now;
}

export function moveClock(byMs: number): void {
  vi.setSystemTime(Date.now() + byMs);
}

/** Waits until the condition is true. `vi.waitUntil` is not used, because each of its checks moves a stopped clock. */
export async function until(holds: () => unknown): Promise<void> {
  const givenUpAt = performance.now() + 15_000;
  while (!(await holds())) {
    if (performance.now() > givenUpAt) throw new Error('What was waited for never came');
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

/**
 * Runs the object's alarm until the condition is true. An alarm may be missing, because a due alarm also runs by
 * itself.
 */
export async function alarmUntil(location: Location, holds: () => Promise<unknown>): Promise<void> {
  await until(async () => {
    await runDurableObjectAlarm(location());
    return holds();
  });
}

export const holdMs = HOLD_MS;

/** The rows of the visit history, sorted by the time of the join. */
export async function historyRows() {
  const { results } = await env.DB.prepare('SELECT * FROM visit_history ORDER BY joined_at').all();
  return results;
}

export async function textsSent() {
  const { results } = await env.DB.prepare(
    `SELECT recipient, body FROM development_messages WHERE channel = 'sms' ORDER BY sent_at`,
  ).all();
  return results;
}
