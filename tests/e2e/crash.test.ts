/** What `npm start` promises: a SIGKILL in the middle of 200 joins loses none that was answered. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demoOwner } from '../../scripts/local/demo.ts';
import { sessionAnswer } from '../../src/shared/account.ts';
import { joinAnswer, statusAnswer, type JoinAnswer } from '../../src/shared/guest-queue.ts';
import type { LocationView } from '../../src/shared/queue-view.ts';
import { freePort, startRealServer, type RealServer } from '../../scripts/local/real-server.ts';

const JOINS = 200;
const KILL_AFTER_ANSWERS = 60;
const DEMO_GUESTS = 5;

test('a SIGKILL in the middle of 200 joins loses none that was answered', { timeout: 180_000 }, async () => {
  const stateDir = mkdtempSync(path.join(tmpdir(), 'crash-'));
  const port = await freePort();
  let server = await startRealServer(stateDir, port);
  onTestFinished(async () => {
    await server.stop();
    rmSync(stateDir, { recursive: true });
  });
  const location = await demoLocation(server);
  expect(location.queue).toHaveLength(DEMO_GUESTS);

  const answered: JoinAnswer[] = [];
  let killed: Promise<void> | undefined;
  const guests = Array.from({ length: JOINS }, (_, index) => index);
  await Promise.all(
    guests.map(async (guest) => {
      const answer = await join(server, location, guest);
      if (answer !== null) answered.push(answer);
      if (answered.length >= KILL_AFTER_ANSWERS) killed ??= server.killAll();
    }),
  );
  await killed;
  expect(answered.length).toBeGreaterThanOrEqual(KILL_AFTER_ANSWERS);
  expect(answered.length).toBeLessThan(JOINS);

  server = await startRealServer(stateDir, port);
  const statuses = await Promise.all(answered.map((answer) => statusOf(server, answer.queueToken)));
  expect(statuses.map((status) => status.customer.id)).toEqual(answered.map((answer) => answer.customer.id));
  expect(new Set(statuses.map((status) => status.status))).toEqual(new Set(['waiting']));
  const line = (await demoLocation(server)).queue;
  expect(line.map((visit) => visit.position)).toEqual(line.map((_, index) => index + 1));

  // Whoever got no answer asks again with the same key, and nobody stands in line twice. Nor did the start seed again.
  const retried = await Promise.all(guests.map((guest) => join(server, location, guest)));
  const ids = new Map(retried.map((answer) => [answer?.customer.lastName, answer?.customer.id]));
  for (const { customer } of answered) expect(ids.get(customer.lastName)).toBe(customer.id);
  const whole = (await demoLocation(server)).queue;
  expect(whole.map((visit) => visit.position)).toEqual(whole.map((_, index) => index + 1));
  expect(new Set(whole.map((visit) => visit.lastName)).size).toBe(JOINS + DEMO_GUESTS);
  expect(whole).toHaveLength(JOINS + DEMO_GUESTS);
  expect(await server.stop()).toBe(0);
});

/** The demo business's one location, as its owner sees it after logging in with the printed password. */
async function demoLocation(server: RealServer): Promise<LocationView> {
  expect(server.output()).toContain(`${demoOwner.username}  /  ${demoOwner.password}`);
  const answer = await fetch(`${server.origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrUsername: demoOwner.username, password: demoOwner.password }),
  });
  const { user } = sessionAnswer.parse(await answer.json());
  const [location, ...others] = user.locations;
  expect(others).toEqual([]);
  if (location === undefined) throw new Error('the demo business has no location');
  return location;
}

/** Null when the server was gone before it answered. */
async function join(server: RealServer, location: LocationView, guest: number): Promise<JoinAnswer | null> {
  try {
    const answer = await fetch(`${server.origin}/auth/business/${demoOwner.username}/queue`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `crash-test-guest-${guest}` },
      body: JSON.stringify({
        address: location.address,
        locationId: location.id,
        firstName: 'Guest',
        lastName: `Number ${guest}`,
        numGuests: 1,
        waitingPreference: 'on_premises',
      }),
    });
    return answer.status === 201 ? joinAnswer.parse(await answer.json()) : null;
  } catch {
    // The connection broke: that is what this test is about.
    return null;
  }
}

async function statusOf(server: RealServer, token: string) {
  const answer = await fetch(
    `${server.origin}/auth/business/${demoOwner.username}/queue/token/${token}/status`,
  );
  return statusAnswer.parse(await answer.json());
}
