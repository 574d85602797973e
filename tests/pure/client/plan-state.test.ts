import { expect, test } from 'vitest';
import { hasNoCredits, paymentState, trialState } from '../../../src/client/member-area/plan/plan-state.ts';
import { ownerCopy } from '../../../src/shared/copy/en/owner/owner.ts';

const endsAt = Date.parse('2026-12-05T09:00:00.000Z');
const onTrial = { trial: true, trialDurationDays: 14, trialEndsAt: '2026-12-05T09:00:00.000Z' };

test('a trial is active up to the millisecond of its end', () => {
  expect(trialState(onTrial, endsAt - 1)).toEqual({ kind: 'active', leftMs: 1 });
  expect(trialState(onTrial, endsAt)).toEqual({ kind: 'expired' });
  expect(trialState(onTrial, endsAt + 1)).toEqual({ kind: 'expired' });
});

test('a trial of no days has ended, whenever the account was made', () => {
  const ended = { ...onTrial, trialDurationDays: 0 };
  expect(trialState(ended, endsAt - 1)).toEqual({ kind: 'ended' });
  expect(trialState(ended, endsAt + 1)).toEqual({ kind: 'ended' });
});

test('an account without a trial has none, for any number of days', () => {
  for (const trialDurationDays of [0, 7, 14]) {
    expect(trialState({ trial: false, trialDurationDays, trialEndsAt: null }, endsAt)).toEqual({
      kind: 'none',
    });
  }
});

test('a location has no credits when it has neither kind', () => {
  const cases = [
    [0, 0],
    [1, 0],
    [0, 1],
    [300, 300],
  ].map(([customerCredits = 0, smsCredits = 0]) => hasNoCredits({ customerCredits, smsCredits }));
  expect(cases).toEqual([true, false, false, false]);
});

test.each([
  [14 * 86_400_000, '14d 0h 0m'],
  [14 * 86_400_000 - 1, '14d 0h 0m'],
  [86_400_000, '1d 0h 0m'],
  [86_340_000, '0d 23h 59m'],
  [2 * 86_400_000 + 3 * 3_600_000 + 4 * 60_000, '2d 3h 4m'],
  // The remaining time is rounded up to a full minute.
  [1, '0d 0h 1m'],
  [0, '0d 0h 0m'],
])('%i ms are left as %s', (leftMs, words) => {
  expect(ownerCopy.planBanners.trialLeft(leftMs)).toBe(`Trial expires in: ${words}`);
});

test('a failed payment is in its grace up to the millisecond of its end', () => {
  const failed = { subscriptionStatus: 'past_due', creditsEndAt: '2026-12-05T09:00:00.000Z' };
  expect(paymentState(failed, endsAt - 1)).toEqual({ kind: 'grace', endsAt });
  expect(paymentState(failed, endsAt)).toEqual({ kind: 'over' });
});

test('nothing is owed by paying, cancelled or trial accounts', () => {
  const creditsEndAt = '2026-12-05T09:00:00.000Z';
  for (const subscriptionStatus of ['active', 'canceled', null]) {
    expect(paymentState({ subscriptionStatus, creditsEndAt }, endsAt)).toEqual({ kind: 'none' });
  }
  expect(paymentState({ subscriptionStatus: 'past_due', creditsEndAt: null }, endsAt)).toEqual({
    kind: 'none',
  });
});
