import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLocation, aParty, NOW } from '../pure/support/factories.ts';
import { examples } from '../support/depth.ts';
import { DeliveriesInMemory } from './deliveries-in-memory.ts';
import { checkAll, type Real } from './invariants.ts';
import { initialSettings } from '../../src/shared/queue/settings.ts';
import { MemoryQueue } from './memory-queue.ts';
import { Reference } from './reference.ts';
import { stories } from './stories.ts';

/** The number of stories. Mutation testing runs fewer stories. */
const STORIES = fc.readConfigureGlobal().numRuns ?? examples(600);
const STEPS = 150;

function begin(terms: {
  customerCredits: number;
  debtMax: number;
  smsCredits: number;
  trialEndsAt: number | null;
  undo: boolean;
}) {
  const { undo, customerCredits, debtMax, smsCredits, trialEndsAt: endAt } = terms;
  const credits = { customerCredits, customerCreditsMonth: 10 * debtMax, smsCredits, endAt };
  const location = aLocation({ credits, settings: { undo } });
  const queue = new MemoryQueue(location, NOW);
  const deliveries = new DeliveriesInMemory(queue);
  const real: Real = { queue, deliveries, before: null };
  const { holdMs, afterHold, capacity } = initialSettings();
  const model = new Reference({ ...terms, holdMs, afterHold, capacity, open: true, paused: false });
  return { model, real, queue, deliveries };
}

const plenty = { customerCredits: 9, debtMax: 0, smsCredits: 9, trialEndsAt: null };

/** Answers all pending calls and look-ups, and also calls that begin after an answer. */
async function answerAll(deliveries: DeliveriesInMemory): Promise<void> {
  while (deliveries.texts.length > 0 || deliveries.asks.length > 0) {
    if (deliveries.texts.length > 0) await deliveries.answerText(0, 'sent');
    if (deliveries.asks.length > 0) await deliveries.answerAsk(0, 'truth');
  }
}

/**
 * At the end of a story, the state of each text says correctly whether the provider has accepted the text. A text is
 * not checked if its state is still `unknown` because its look-ups got no answer.
 */
function creditsTellTheTruth(queue: MemoryQueue, deliveries: DeliveriesInMemory): void {
  const taken = new Set(deliveries.taken.map(({ id }) => id));
  const words = ['sent', 'delivered', 'undelivered', 'failed'];
  for (const { id, progress } of queue.storage.snapshot.texts.values()) {
    if (progress !== 'unknown')
      expect([id, progress, words.includes(progress)]).toEqual([id, progress, taken.has(id)]);
  }
}

/** Moves the clock until all pending deliveries are sent. The services answer every call. */
async function settleDown(
  reference: Reference,
  queue: MemoryQueue,
  deliveries: DeliveriesInMemory,
): Promise<void> {
  for (let round = 0; queue.outbox.size > 0 || !deliveries.isIdle; round += 1) {
    if (round > 100) throw new Error('the outbox never gets empty');
    queue.wait(300_000);
    await queue.fireAlarm();
    reference.alarm(queue.now());
    await deliveries.startDrains();
    await answerAll(deliveries);
    while (deliveries.writes.length > 0) await deliveries.answerHistory('written');
    for (const progress of deliveries.takeProgress()) reference.follow(progress);
  }
}

test('in every story a location does what the reference predicts', async () => {
  const terms = fc.record({
    customerCredits: fc.constantFrom(1, 6, 1_000, 1_000, 1_000),
    debtMax: fc.constantFrom(0, 3),
    smsCredits: fc.constantFrom(0, 3, 1_000, 1_000, 1_000),
    trialEndsAt: fc.constantFrom(null, null, null, NOW + 3_600_000),
    undo: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(terms, stories(STEPS), async (bought, story) => {
      const { model, real, queue, deliveries } = begin(bought);
      await fc.asyncModelRun(() => ({ model, real }), story);
      await settleDown(model, queue, deliveries);
      const { snapshot } = queue.storage;
      await checkAll(model, { ...real, before: null }, snapshot);
      creditsTellTheTruth(queue, deliveries);
      const ended = [...snapshot.visits.values()].filter(({ endedAt }) => endedAt !== null);
      const rows = ended.map(({ id }) => deliveries.history.get(id)?.outcome);
      expect(rows).toEqual(ended.map(({ status }) => status));
    }),
    { numRuns: STORIES },
  );
}, 240_000);

test('a text that is taken back while others are delivered gives its credit back once', async () => {
  const { queue, deliveries } = begin({ ...plenty, undo: false });
  const staff = { kind: 'owner' } as const;
  const guests = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const id of guests) {
    const party = aParty({ waitingPreference: 'wait_anywhere', phoneNumber: '+62 812 3456 7890' });
    await queue.enter(id, party, id);
    await queue.execute({ kind: 'admit', visit: { id }, actor: staff });
  }
  await deliveries.startDrains();
  expect(deliveries.texts).toHaveLength(5);
  await queue.execute({ kind: 'arrived', visit: { id: 'f' }, actor: staff });
  queue.wait(300_000);
  await deliveries.answerHistory('written');
  while (deliveries.texts.length > 0) await deliveries.answerText(0, 'sent');
  expect(deliveries.failure).toBeNull();
  expect(queue.location.credits.smsCredits).toBe(4);
});
