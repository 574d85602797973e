/** Random days at a location's real object, against a small model of what every call has to do. */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import * as fc from 'fast-check';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { changeSettings } from './commands.ts';
import { lineToldByEvents } from './event-line.ts';
import { modelCommands, newModel, type Real } from './model-commands.ts';
import { delivered } from './deliveries.ts';
import { granted, holdMs, moveClock, openLocation, stopClock } from './queue-factories.ts';

const CUSTOMER_CREDITS = 6;
const SMS_CREDITS = 3;

test(
  'random days: the line, the balances, the texts and the history are what the model says',
  { timeout: 120_000 },
  async () => {
    stopClock();
    await fc.assert(
      fc.asyncProperty(
        fc.commands(modelCommands, { size: 'max', maxCommands: 50 }),
        fc.constantFrom(true, true, true, false),
        async (commands, undo) => {
          const location = await openLocation({ customerCredits: CUSTOMER_CREDITS, smsCredits: SMS_CREDITS });
          granted(await changeSettings(location(), { undo }));
          const real: Real = { location, guests: [] };
          const model = newModel({ customerCredits: CUSTOMER_CREDITS, smsCredits: SMS_CREDITS, undo });
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await endOfDay(real);
          await expectSums(real, model);
        },
      ),
      // Other days each time. What failed is printed with its seed and path: given here, they bring it back, and
      // without `endOnFailure` it is shortened.
      { numRuns: 45, endOnFailure: true },
    );
  },
);

/** Whatever is still owed is delivered. */
async function endOfDay({ location }: Real): Promise<void> {
  // First what waits for the end of an undo, then what waits for the end of a hold.
  for (const byMs of [10_000, holdMs + 31 * 60_000]) {
    moveClock(byMs);
    await evictDurableObject(location());
    await runDurableObjectAlarm(location());
    await delivered(location);
  }
}

/** What has to hold at the end, whatever happened before. */
async function expectSums({ location, guests }: Real, model: ReturnType<typeof newModel>): Promise<void> {
  const { view } = granted(await location().view());
  expect(await lineToldByEvents(location)).toEqual(view.queue.map(({ id }) => id));

  const spent = model.visits.filter(({ charged }) => charged).length;
  const reserved = model.visits.filter(({ status, charged }) => status === 'waiting' && !charged).length;
  expect(view.customerCredits + spent + reserved).toBe(CUSTOMER_CREDITS);

  const { results: texts } = await env.DB.prepare('SELECT recipient FROM development_messages').all();
  const sentTo = (phone: string) => texts.filter(({ recipient }) => recipient === phone).length;
  const sentHere = guests.reduce((sum, { phone }) => sum + (phone === null ? 0 : sentTo(phone)), 0);
  expect(view.smsCredits + sentHere).toBe(SMS_CREDITS);
  for (const { phone, id } of guests) {
    const admits = model.visits.find((visit) => visit.id === id)?.admits ?? 0;
    if (phone !== null) expect(sentTo(phone)).toBeLessThanOrEqual(admits);
  }

  const { results: history } = await env.DB.prepare(
    'SELECT visit_id, outcome FROM visit_history WHERE location_id = ?',
  )
    .bind(location().id.toString())
    .all();
  const outcomes = Object.fromEntries(history.map(({ visit_id, outcome }) => [visit_id, outcome]));
  expect(history).toHaveLength(Object.keys(outcomes).length);
  const expected = model.visits.filter(({ hasHistory }) => hasHistory).map(({ id, status }) => [id, status]);
  expect(outcomes).toEqual(Object.fromEntries(expected));
}
