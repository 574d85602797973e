import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLocation, aParty, NOW, someSettings } from '../pure/factories.ts';
import { DeliveriesInMemory } from './deliveries-in-memory.ts';
import { checkAll, type Real } from './invariants.ts';
import { LocationInMemory } from './location-in-memory.ts';
import { Reference } from './reference.ts';
import { stories } from './stories.ts';

/** Mutation testing tells fewer to each of its many mutants. */
const STORIES = fc.readConfigureGlobal().numRuns ?? 600;
const STEPS = 150;

/** A location and its reference that nothing has happened to yet. */
function begin(terms: {
  customerCredits: number;
  smsCredits: number;
  trialEndsAt: number | null;
  undo: boolean;
}) {
  const { undo, ...credits } = terms;
  const settings = someSettings({ undo });
  const location = new LocationInMemory(aLocation({ ...credits, settings }), NOW);
  const real: Real = {
    location,
    deliveries: new DeliveriesInMemory(location),
    before: { line: [], events: 0 },
  };
  const { holdMs, afterHold, capacity } = settings;
  const model = new Reference({ ...terms, holdMs, afterHold, capacity, open: true, paused: false });
  return { model, real };
}

const plenty = { customerCredits: 9, smsCredits: 9, trialEndsAt: null };

/** A question that is answered can lead to another text. */
async function answerAll(deliveries: DeliveriesInMemory): Promise<void> {
  while (deliveries.texts.length > 0 || deliveries.asks.length > 0) {
    if (deliveries.texts.length > 0) await deliveries.answerText(0, 'sent');
    if (deliveries.asks.length > 0) await deliveries.answerAsk(0, 'truth');
  }
}

/** In the end no text is said to be taken, or not to be, against the truth; of one asked for in vain nothing is said. */
function creditsTellTheTruth({ location, deliveries }: Real): void {
  const taken = new Set(deliveries.taken.map(({ id }) => id));
  const words = ['sent', 'delivered', 'undelivered', 'failed'];
  for (const [id, progress] of location.rows.texts) {
    if (progress !== 'unknown')
      expect([id, progress, words.includes(progress)]).toEqual([id, progress, taken.has(id)]);
  }
}

/** Long after, with everybody well: all that is owed goes out. */
async function settleDown(reference: Reference, real: Real): Promise<void> {
  const { location, deliveries } = real;
  for (let round = 0; location.rows.outbox.size > 0 || !deliveries.isIdle; round += 1) {
    if (round > 100) throw new Error('the outbox never gets empty');
    location.now += 300_000;
    location.alarm();
    reference.alarm(location.now);
    await deliveries.startDrains();
    await answerAll(deliveries);
    while (deliveries.writes.length > 0) await deliveries.answerHistory('written');
    for (const progress of deliveries.takeProgress()) reference.follow(progress);
  }
}

test('a location does in every story what the reference foresees', async () => {
  const terms = fc.record({
    customerCredits: fc.constantFrom(1, 6, 1_000, 1_000, 1_000),
    smsCredits: fc.constantFrom(0, 3, 1_000, 1_000, 1_000),
    trialEndsAt: fc.constantFrom(null, null, null, NOW + 3_600_000),
    undo: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(terms, stories(STEPS), async (bought, story) => {
      const { model, real } = begin(bought);
      await fc.asyncModelRun(() => ({ model, real }), story);
      await settleDown(model, real);
      real.before = { line: model.order, events: real.location.rows.events.length };
      checkAll(model, real);
      creditsTellTheTruth(real);
      const ended = [...real.location.rows.visits.values()].filter(({ endedAt }) => endedAt !== null);
      const rows = ended.map(({ id }) => real.deliveries.history.get(id)?.outcome);
      expect(rows).toEqual(ended.map(({ status }) => status));
    }),
    { numRuns: STORIES },
  );
}, 60_000);

test('a text that is taken back while others are delivered gives its credit back once', async () => {
  const { location, deliveries } = begin({ ...plenty, undo: false }).real;
  const guests = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const id of guests) {
    location.join(id, aParty({ waitingPreference: 'wait_anywhere', phoneNumber: '+62 812 3456 7890' }), id);
    location.act(id, { kind: 'admit' });
  }
  await deliveries.startDrains();
  expect(deliveries.texts).toHaveLength(5);
  location.act('f', { kind: 'arrived' });
  location.now += 300_000;
  await deliveries.answerHistory('written');
  while (deliveries.texts.length > 0) await deliveries.answerText(0, 'sent');
  expect(deliveries.failure).toBeNull();
  expect(location.rows.location.smsCredits).toBe(4);
});
