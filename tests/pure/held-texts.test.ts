import { expect, test } from 'vitest';
import { afterCall, type Calling } from '../../src/shared/queue/rules/held-texts.ts';
import { NOW } from './factories.ts';

const fine: Calling = { held: null, unanswered: 0 };
const refused: Calling = {
  held: { reason: 'account', since: NOW - 60_000, probeAt: NOW },
  unanswered: 0,
};

test('a provider that refuses our account is not called for half a minute', () => {
  expect(afterCall({ held: null, unanswered: 3 }, 'stopped', NOW)).toEqual({
    held: { reason: 'account', since: NOW, probeAt: NOW + 30_000 },
    unanswered: 0,
  });
});

test('five calls in a row without an answer hold the texts back, four do not', () => {
  let calling = fine;
  for (let n = 1; n <= 4; n += 1) {
    calling = afterCall(calling, 'unanswered', NOW);
    expect(calling).toEqual({ held: null, unanswered: n });
  }
  expect(afterCall(calling, 'unanswered', NOW)).toEqual({
    held: { reason: 'away', since: NOW, probeAt: NOW + 30_000 },
    unanswered: 5,
  });
});

test('any answer ends the count, and lets the texts go', () => {
  expect(afterCall({ held: null, unanswered: 4 }, 'answered', NOW)).toEqual(fine);
  expect(afterCall(refused, 'answered', NOW)).toEqual(fine);
});

test('held texts stay held since the same time, whatever the next try comes to', () => {
  expect(afterCall(refused, 'stopped', NOW)).toEqual({
    held: { reason: 'account', since: NOW - 60_000, probeAt: NOW + 30_000 },
    unanswered: 0,
  });
  expect(afterCall(refused, 'unanswered', NOW)).toEqual({
    held: { reason: 'account', since: NOW - 60_000, probeAt: NOW + 30_000 },
    unanswered: 1,
  });
  const away: Calling = { held: { reason: 'away', since: NOW - 60_000, probeAt: NOW }, unanswered: 5 };
  expect(afterCall(away, 'stopped', NOW).held).toEqual({
    reason: 'account',
    since: NOW - 60_000,
    probeAt: NOW + 30_000,
  });
});
