/** The database gives a location no answer for a long time. Staff see when this began, and when it is over. */
import { evictDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { act, leave } from '../support/commands.ts';
import { delivered, interceptBatches } from '../support/deliveries.ts';
import { eventsIn } from '../support/log-lines.ts';
import {
  granted,
  historyRows,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
  type Location,
} from '../support/queue-factories.ts';
import { listen, toldOwner } from '../support/sockets.ts';
import { iso } from '../../../src/shared/time/iso.ts';

const lost = 'D1_ERROR: Network connection lost.';

/** Returns a function that gives the log lines about the database's health. */
function logged() {
  const spy = vi.spyOn(console, 'log').mockImplementation(() => {});
  return () =>
    eventsIn(spy.mock.calls.map(([line]) => String(line))).filter(({ event }) =>
      String(event).startsWith('database_'),
    );
}

async function shown(location: Location) {
  return granted(await location().view()).view.database;
}

async function somebodyLeaves(location: Location): Promise<void> {
  granted(await leave(location(), (await joinAs(location)).claim));
}

/** Runs the object's alarms until this time has passed. */
async function goOn(location: Location, forMs: number): Promise<void> {
  for (let passed = 0; passed < forMs; passed += 4_000) {
    moveClock(4_000);
    await delivered(location);
  }
}

test('history that waits for two minutes is told with the time since when, and it is over with the first answer', async () => {
  const now = stopClock();
  const lines = logged();
  const location = await openLocation();
  const page = await listen(location, { 'x-owner-session': 'session-1' });
  const database = await interceptBatches(location, 'visit_history', () => Promise.reject(new Error(lost)));
  await somebodyLeaves(location);
  await goOn(location, 100_000);
  expect(await shown(location)).toBeUndefined();
  await goOn(location, 200_000);
  expect(await shown(location)).toEqual({ awaySince: iso(now) });
  database.restore();
  // The failure is stored, so the object still reports the failure after an eviction.
  await evictDurableObject(location());
  expect(await shown(location)).toEqual({ awaySince: iso(now) });
  await goOn(location, 304_000);
  expect([await shown(location), (await historyRows()).length]).toEqual([undefined, 1]);
  const told = (await toldOwner(page)).flatMap((message) =>
    message.type === 'change' && message.database ? [message.database] : [],
  );
  expect(told).toEqual([{ awaySince: iso(now) }, {}]);
  const locationId = location().id.toString();
  expect(lines()).toEqual([
    { event: 'database_unavailable', locationId },
    { event: 'database_back', locationId },
  ]);
});

test('a text that waits for the database is reported sooner, because its guest waits', async () => {
  const now = stopClock();
  const lines = logged();
  const location = await openLocation();
  const database = await interceptBatches(location, 'text_opt_outs', () => Promise.reject(new Error(lost)));
  const { customer } = await joinAs(location, texted);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  expect(await shown(location)).toBeUndefined();
  await goOn(location, 40_000);
  expect(await shown(location)).toEqual({ awaySince: iso(now) });
  database.restore();
  await goOn(location, 40_000);
  expect([await shown(location), (await textsSent()).length]).toEqual([undefined, 1]);
  expect(lines().map(({ event }) => event)).toEqual(['database_unavailable', 'database_back']);
});

test('a row that the database refuses does not count as an outage', async () => {
  stopClock();
  const lines = logged();
  const location = await openLocation();
  const refusing = () => Promise.reject(new Error('D1_ERROR: CHECK constraint failed: SQLITE_CONSTRAINT'));
  await interceptBatches(location, 'visit_history', refusing);
  await somebodyLeaves(location);
  await goOn(location, 300_000);
  expect([await shown(location), lines()]).toEqual([undefined, []]);
});
