import { expect, test } from 'vitest';
import { recordResult, type BreakerState } from '../../../../src/shared/queue/rules/texts/circuit-breaker.ts';
import { NOW } from '../../support/factories.ts';

const fine: BreakerState = { held: null, unanswered: 0 };
const refused: BreakerState = {
  held: { reason: 'account', since: NOW - 60_000, probeAt: NOW },
  unanswered: 0,
};

test('a provider that refuses our account is not called for half a minute', () => {
  expect(recordResult({ held: null, unanswered: 3 }, 'stopped', NOW)).toEqual({
    held: { reason: 'account', since: NOW, probeAt: NOW + 30_000 },
    unanswered: 0,
  });
});

test('five calls in a row without an answer hold the texts back, four do not', () => {
  let state = fine;
  for (let n = 1; n <= 4; n += 1) {
    state = recordResult(state, 'unanswered', NOW);
    expect(state).toEqual({ held: null, unanswered: n });
  }
  expect(recordResult(state, 'unanswered', NOW)).toEqual({
    held: { reason: 'away', since: NOW, probeAt: NOW + 30_000 },
    unanswered: 5,
  });
});

test('any answer ends the count, and lets the texts go', () => {
  expect(recordResult({ held: null, unanswered: 4 }, 'answered', NOW)).toEqual(fine);
  expect(recordResult(refused, 'answered', NOW)).toEqual(fine);
});

test('the time since when texts are held does not change with a failed try', () => {
  expect(recordResult(refused, 'stopped', NOW)).toEqual({
    held: { reason: 'account', since: NOW - 60_000, probeAt: NOW + 30_000 },
    unanswered: 0,
  });
  expect(recordResult(refused, 'unanswered', NOW)).toEqual({
    held: { reason: 'account', since: NOW - 60_000, probeAt: NOW + 30_000 },
    unanswered: 1,
  });
  const away: BreakerState = { held: { reason: 'away', since: NOW - 60_000, probeAt: NOW }, unanswered: 5 };
  expect(recordResult(away, 'stopped', NOW).held).toEqual({
    reason: 'account',
    since: NOW - 60_000,
    probeAt: NOW + 30_000,
  });
});
