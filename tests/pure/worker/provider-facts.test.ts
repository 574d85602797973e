/** How answers of the payment provider change an account, and the months of a subscription. */
import { expect, test } from 'vitest';
import type { ProviderSubscription } from '../../../src/worker/features/billing/payment-provider.ts';
import { addMonths, monthOf, periodEndOf } from '../../../src/worker/features/billing/periods.ts';
import { meaningOf } from '../../../src/worker/features/billing/provider-facts.ts';

const at = (day: string) => Date.parse(`${day}T10:00:00Z`);
const DAY_MS = 86_400_000;
const NOW = at('2026-11-20');

function aSubscription(about: Partial<ProviderSubscription> = {}): ProviderSubscription {
  return {
    id: 'sub_1',
    planKey: 'Starter Monthly',
    status: 'active',
    startedAt: at('2026-10-31'),
    periodStart: at('2026-10-31'),
    periodEnd: at('2026-11-30'),
    cancelAtPeriodEnd: false,
    endedAt: null,
    pending: null,
    ...about,
  };
}

const meaning = (...subscriptions: ProviderSubscription[]) => meaningOf({ subscriptions, aheadMs: 0 }, NOW);

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-08-31', 12, '2027-08-31'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-03-31', 0, '2026-03-31'],
])('%s and %i months: %s', (from, months, to) => {
  expect(addMonths(at(from), months)).toBe(at(to));
});

test('a period is a month or a year', () => {
  expect(periodEndOf(at('2026-01-31'), 'Monthly')).toBe(at('2026-02-28'));
  expect(periodEndOf(at('2026-01-31'), 'Yearly')).toBe(at('2027-01-31'));
});

test('a monthly period has one month, however late it is', () => {
  const period = { periodStart: at('2026-01-31'), interval: 'Monthly' } as const;
  expect(monthOf(period, at('2026-01-31'))).toEqual({ start: at('2026-01-31'), next: null });
  expect(monthOf(period, at('2026-12-31'))).toEqual({ start: at('2026-01-31'), next: null });
});

test('a yearly period has twelve, each from the very moment it begins', () => {
  const period = { periodStart: at('2026-01-31'), interval: 'Yearly' } as const;
  expect(monthOf(period, at('2026-02-28') - 1)).toEqual({ start: at('2026-01-31'), next: at('2026-02-28') });
  expect(monthOf(period, at('2026-02-28'))).toEqual({ start: at('2026-02-28'), next: at('2026-03-31') });
  expect(monthOf(period, at('2026-12-31'))).toEqual({ start: at('2026-12-31'), next: null });
  expect(monthOf(period, at('2028-01-01'))).toEqual({ start: at('2026-12-31'), next: null });
});

test('a paid subscription is live, grants its month, and is asked about once a day', () => {
  const { id, status, periodStart, periodEnd, cancelAtPeriodEnd, endedAt } = aSubscription();
  expect(meaning(aSubscription())).toEqual({
    facts: {
      id,
      plan: 'Starter',
      interval: 'Monthly',
      status,
      periodStart,
      periodEnd,
      cancelAtPeriodEnd,
      endedAt,
      pendingPlan: null,
      pendingUntil: null,
    },
    isLive: true,
    doubles: [],
    creditsEndAt: null,
    month: periodStart,
    nextAt: NOW + DAY_MS,
  });
});

test('a yearly subscription is checked again at its next month at the latest', () => {
  const yearly = { planKey: 'Starter Yearly', periodStart: NOW, periodEnd: addMonths(NOW, 12) } as const;
  const subscriptions = [aSubscription(yearly)];
  const soon = addMonths(NOW, 1) - 60_000;
  expect(meaningOf({ subscriptions, aheadMs: 0 }, soon)?.nextAt).toBe(addMonths(NOW, 1));
});

test.each([
  ['a payment that is owed', { status: 'past_due' }, { isLive: true, month: null, creditsEndAt: null }],
  [
    'a cancellation at the end of the period',
    { cancelAtPeriodEnd: true },
    { isLive: true, month: at('2026-10-31'), creditsEndAt: at('2026-11-30') },
  ],
  [
    'an end',
    { status: 'canceled', endedAt: at('2026-11-18') },
    { isLive: false, month: null, creditsEndAt: at('2026-11-18'), nextAt: null },
  ],
  ['an end without its time', { status: 'canceled' }, { isLive: false, creditsEndAt: NOW }],
] as const)('%s', (_, about, expected) => {
  expect(meaning(aSubscription(about))).toMatchObject(expected);
});

test('a subscription that was never paid, or is no plan of ours, is ignored', () => {
  expect(meaning()).toBeNull();
  expect(meaning(aSubscription({ status: 'incomplete' }), aSubscription({ planKey: null }))).toBeNull();
});

test('of several the one that lives and began first counts, and that there are two is said', () => {
  const ended = aSubscription({ id: 'sub_0', status: 'canceled', startedAt: 0, endedAt: NOW });
  const second = aSubscription({ id: 'sub_2', startedAt: NOW, planKey: 'Professional Monthly' });
  const first = aSubscription();
  expect(meaning(ended, second, first)).toMatchObject({ facts: { id: 'sub_1' }, doubles: ['sub_2'] });
  expect(meaning(ended, second)).toMatchObject({ facts: { id: 'sub_2' }, doubles: [] });
});

test('of those that ended the last one counts', () => {
  const ended = (id: string, endedAt: number) => aSubscription({ id, status: 'canceled', endedAt });
  expect(meaning(ended('sub_1', NOW - 2), ended('sub_2', NOW - 1))).toMatchObject({ facts: { id: 'sub_2' } });
});

test('times of a provider whose clock is ahead are read by our clock', () => {
  const subscriptions = [aSubscription({ cancelAtPeriodEnd: true })];
  expect(meaningOf({ subscriptions, aheadMs: DAY_MS }, NOW)?.creditsEndAt).toBe(at('2026-11-30') - DAY_MS);
});

test('a change that waits for its payment is no plan yet: only that it waits is known', () => {
  const pending = { planKey: 'Professional Monthly', until: NOW + DAY_MS } as const;
  expect(
    meaningOf({ subscriptions: [aSubscription({ pending })], aheadMs: 1_000 }, NOW)?.facts,
  ).toMatchObject({
    plan: 'Starter',
    pendingPlan: 'Professional',
    pendingUntil: NOW + DAY_MS - 1_000,
  });
});
