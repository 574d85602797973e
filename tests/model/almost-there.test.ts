/** Random changes of a line: the right guests get one almost-there text each, and every text is paid. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueCommands } from '../../src/shared/queue/due-commands.ts';
import { isOfVisit } from '../../src/shared/queue/events.ts';
import { reopensAt } from '../../src/shared/queue/rules/opening-hours.ts';
import { aLocation, aParty, NOW } from '../pure/support/factories.ts';
import { examples } from '../support/depth.ts';
import { MemoryQueue } from './memory-queue.ts';
import type { StaffAction } from '../../src/shared/queue/commands.ts';

const STORIES = fc.readConfigureGlobal().numRuns ?? examples(400);

type Step =
  | { do: 'join'; away: boolean }
  | { do: 'act'; who: number; action: StaffAction }
  | { do: 'leave'; who: number }
  | { do: 'set'; nearlyAt: number | null }
  | { do: 'wait'; ms: number };

const who = fc.nat({ max: 7 });
const action: fc.Arbitrary<StaffAction> = fc.oneof(
  fc.constantFrom<StaffAction>(
    { kind: 'admit' },
    { kind: 'admit' },
    { kind: 'remove' },
    { kind: 'put-back' },
    { kind: 'undo' },
    { kind: 'skip' },
  ),
  fc.record({ kind: fc.constant('move' as const), position: fc.integer({ min: 1, max: 5 }) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('join' as const), away: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('act' as const), who, action }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      nearlyAt: fc.constantFrom(null, 1, 2, 4),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 11_000) }) },
);

/** Runs the step, and then runs the alarm. The rules may refuse the step. */
async function take(queue: MemoryQueue, taken: Step, nextId: string): Promise<void> {
  const ids = [...queue.storage.snapshot.visits.keys()];
  const visit = 'who' in taken && ids.length > 0 ? { id: ids[taken.who % ids.length] ?? '' } : null;
  switch (taken.do) {
    case 'join': {
      const waits = taken.away
        ? ({ waitingPreference: 'wait_anywhere', phoneNumber: '0812 3456 7890' } as const)
        : {};
      await queue.enter(nextId, aParty(waits), nextId);
      break;
    }
    case 'act':
      if (visit) await queue.execute({ ...taken.action, visit, actor: { kind: 'owner' } });
      break;
    case 'leave':
      if (visit) await queue.execute({ kind: 'leave', visit, actor: { kind: 'guest' } });
      break;
    case 'set': {
      const change = { nearlyAt: taken.nearlyAt };
      await queue.execute({ kind: 'change-settings', change, actor: { kind: 'owner' } });
      break;
    }
    case 'wait':
      queue.wait(taken.ms);
      break;
  }
  await queue.fireAlarm();
}

test('exactly the right guests are told, once each, and each text is paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.record({ undo: fc.boolean(), smsCredits: fc.integer({ min: 0, max: 12 }) }),
      async (steps, { undo, smsCredits }) => {
        const credits = { customerCredits: 50, smsCredits };
        const queue = new MemoryQueue(aLocation({ credits, settings: { undo, nearlyAt: 2 } }), NOW);
        for (const [index, taken] of steps.entries()) {
          const before = queue.location.credits.smsCredits;
          await take(queue, taken, `visit ${index}`);
          const { visits, ...snapshot } = queue.storage.snapshot;
          const events = snapshot.events.filter(isOfVisit);
          const told = events
            .filter(({ kind }) => kind === 'almost_there_told')
            .map(({ visitId }) => visitId);
          expect(new Set(told).size).toBe(told.length);
          for (const id of told) {
            expect(visits.get(id)).toMatchObject({ waitingPreference: 'wait_anywhere' });
            const ofIt = events.filter(({ visitId }) => visitId === id).map(({ kind }) => kind);
            expect(ofIt.slice(0, ofIt.indexOf('almost_there_told'))).not.toContain('admitted');
          }
          // This test sends no text, so each text is still pending and has cost one credit.
          const texts = [...queue.outbox.values()].filter(({ kind }) => kind === 'turn_text');
          expect(texts.filter(({ call }) => call === 0).map(({ visitId }) => visitId)).toEqual(told);
          expect(queue.location.credits.smsCredits).toBe(smsCredits - texts.length);
          // The last SMS credit is never spent on an almost-there text.
          const spent = before - queue.location.credits.smsCredits;
          if (before <= 1) expect(spent).toBeLessThanOrEqual(taken.do === 'act' ? before : 0);
          expect(
            [...dueCommands(queue.storage, queue.now(), reopensAt)].map(({ kind }) => kind),
          ).not.toContain('notify-almost-there');
        }
      },
    ),
    { numRuns: STORIES },
  );
});
