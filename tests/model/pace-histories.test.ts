import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  estimateWait,
  promiseWait,
  readPace,
  recordAdmission,
  recordDeparture,
  recordLength,
  recordServers,
  unknownPace,
  type PaceModel,
} from '../../src/shared/queue/rules/estimate/estimate.ts';
import { NOW } from '../pure/support/factories.ts';
import { minutes } from '../pure/support/paces.ts';

/** A random history of a line. Each event has the time since the previous event, and the wait of an admitted guest. */
const histories = fc.array(
  fc.record({
    kind: fc.constantFrom('join', 'admit', 'gone', 'told'),
    servers: fc.option(fc.integer({ min: 1, max: 20 })),
    afterMs: fc.oneof(fc.nat(minutes(30)), fc.nat(minutes(2_000))),
    waitMs: fc.option(fc.nat(minutes(600))),
  }),
  { maxLength: 300 },
);
type History = typeof histories extends fc.Arbitrary<infer Events> ? Events : never;

/** The pace after a history. Each state is frozen, so a rule that changes a state throws. */
function paceAfter(history: History): PaceModel {
  let pace = unknownPace;
  let waiting = 0;
  let now = NOW;
  for (const { kind, afterMs, waitMs, servers } of history) {
    now += afterMs;
    if (kind === 'admit') {
      const waited = waitMs === null ? null : { ms: waitMs, promise: promiseWait(pace, waiting, now) };
      pace = recordAdmission(pace, waited, now);
    }
    if (kind === 'told') pace = recordServers(pace, servers, now);
    if (kind === 'gone') pace = recordDeparture(pace);
    if (kind === 'join') waiting += 1;
    else if (kind !== 'told') waiting = Math.max(0, waiting - 1);
    pace = frozen(recordLength(pace, waiting, now));
  }
  return pace;
}

function frozen(pace: PaceModel): PaceModel {
  for (const part of [pace, pace.gap, pace.first, pace.gone, pace.servers, pace.servers.usual, pace.ratios])
    Object.freeze(part);
  Object.freeze(pace.ratios.first);
  Object.freeze(pace.ratios.behind);
  return pace;
}

test('after any history every estimate is whole, in its range, and grows with the number ahead', () => {
  fc.assert(
    fc.property(histories, fc.nat(200), (history, ahead) => {
      const pace = paceAfter(history);
      const [near, far] = [estimateWait(pace, ahead, NOW), estimateWait(pace, ahead + 1, NOW)];
      const figures = [near.low, near.minutes, near.high];
      expect(figures.every((figure) => Number.isSafeInteger(figure) && figure >= 0)).toBe(true);
      expect(figures.toSorted((one, other) => one - other)).toEqual(figures);
      expect([far.low >= near.low, far.minutes >= near.minutes, far.high >= near.high]).toEqual([
        true,
        true,
        true,
      ]);
    }),
  );
});

test('the pace after any history is stored in at most 2 KB and read back', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const pace = paceAfter(history);
      const stored = JSON.stringify(pace);
      expect(stored.length).toBeLessThanOrEqual(2_048);
      expect(readPace(JSON.parse(stored))).toEqual(pace);
    }),
  );
});
