/** Whatever happens in a line: whom a text tells that the turn is near, that nobody is told twice, and what it costs. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OwnerAction } from '../../src/shared/queue/rules/owner-action.ts';
import { aLocation, aParty, NOW, someSettings } from '../pure/factories.ts';
import { LocationInMemory } from './location-in-memory.ts';

const STORIES = fc.readConfigureGlobal().numRuns ?? 400;

type Step =
  | { do: 'join'; away: boolean }
  | { do: 'act'; who: number; action: OwnerAction }
  | { do: 'leave'; who: number }
  | { do: 'set'; nearlyAt: number | null }
  | { do: 'wait'; ms: number };

const who = fc.nat({ max: 7 });
const action: fc.Arbitrary<OwnerAction> = fc.oneof(
  fc.constantFrom<OwnerAction>(
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

/** Takes the step, where it is allowed, and lets the alarm ring. */
function take(location: LocationInMemory, taken: Step, nextId: string): void {
  const ids = [...location.rows.visits.keys()];
  switch (taken.do) {
    case 'join': {
      const waits = taken.away
        ? ({ waitingPreference: 'wait_anywhere', phoneNumber: '0812 3456 7890' } as const)
        : {};
      location.join(nextId, aParty(waits), nextId);
      break;
    }
    case 'act':
      if (ids.length > 0) location.act(ids[taken.who % ids.length] ?? '', taken.action);
      break;
    case 'leave':
      if (ids.length > 0) location.leave(ids[taken.who % ids.length] ?? '');
      break;
    case 'set':
      location.changeSettings({ nearlyAt: taken.nearlyAt });
      break;
    case 'wait':
      location.now += taken.ms;
      break;
  }
  location.alarm();
}

test('nobody is told twice, nobody who need not be, nobody who should be is left out, and each is paid', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.record({ undo: fc.boolean(), smsCredits: fc.integer({ min: 0, max: 12 }) }),
      (steps, { undo, smsCredits }) => {
        const settings = someSettings({ undo, nearlyAt: 2 });
        const location = new LocationInMemory(aLocation({ customerCredits: 50, smsCredits, settings }), NOW);
        steps.forEach((taken, index) => {
          const before = location.rows.location.smsCredits;
          take(location, taken, `visit ${index}`);
          const { events, outbox, visits } = location.rows;
          const told = events.filter(({ kind }) => kind === 'told_nearly').map(({ visitId }) => visitId);
          expect(new Set(told).size).toBe(told.length);
          for (const id of told) {
            expect(visits.get(id)).toMatchObject({ waitingPreference: 'wait_anywhere' });
            // Not once it was called.
            const ofIt = events.filter(({ visitId }) => visitId === id).map(({ kind }) => kind);
            expect(ofIt.slice(0, ofIt.indexOf('told_nearly'))).not.toContain('admitted');
          }
          // Nothing was delivered: each text that is owed is in the outbox, and costs one credit.
          const texts = [...outbox.values()].filter(({ kind }) => kind === 'turn_text');
          expect(texts.filter(({ call }) => call === 0).map(({ visitId }) => visitId)).toEqual(told);
          expect(location.rows.location.smsCredits).toBe(smsCredits - texts.length);
          // With one credit left, or none, nobody more is told.
          const spent = before - location.rows.location.smsCredits;
          if (before <= 1) expect(spent).toBeLessThanOrEqual(taken.do === 'act' ? before : 0);
          expect(location.nearNow()).toEqual([]);
        });
      },
    ),
    { numRuns: STORIES },
  );
});
