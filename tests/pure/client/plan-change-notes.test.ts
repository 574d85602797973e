import { expect, test } from 'vitest';
import { planChangeNotes } from '../../../src/client/features/billing/plan-change-notes.ts';

test('for a larger plan the notes say what it costs today, and that a new month begins', () => {
  expect(
    planChangeNotes({
      from: 'Starter',
      to: 'Professional',
      subscription: { interval: 'Monthly', paidPlans: ['Starter'] },
    }),
  ).toEqual([
    'You pay $49 today, less the unused part of your present month. A new month begins today. Your plan changes as soon as that is paid.',
  ]);
});

test('with yearly payment the notes say the price of the year, and the saving', () => {
  expect(
    planChangeNotes({
      from: 'Starter',
      to: 'Professional',
      subscription: { interval: 'Yearly', paidPlans: ['Starter'] },
    }),
  ).toEqual([
    'You pay $490 today, less the unused part of your present year. A new year begins today. Your plan changes as soon as that is paid.',
    'You pay by the year, which saves $98 with this plan.',
  ]);
});

test('no rest of the paid month is refunded', () => {
  expect(
    planChangeNotes({
      from: 'Starter',
      to: 'Professional',
      subscription: { interval: 'Monthly', paidPlans: ['Professional', 'Starter'] },
    }),
  ).toEqual(['This month is paid for Professional already: you pay nothing today.']);
});

test('for a smaller plan the notes say that nothing is refunded, and how many credits stay', () => {
  expect(
    planChangeNotes({
      from: 'Professional',
      to: 'Starter',
      subscription: { interval: 'Yearly', paidPlans: ['Professional'] },
    }),
  ).toEqual([
    'Your plan changes today, also for the days left of your present year, which are not paid back. From your next payment on you pay $190/year.',
    'You pay by the year, which saves $38 with this plan.',
    'Each location keeps at most 300 SMS and 300 customers of its remaining credits for this month.',
  ]);
});

test('before the account’s payment is known nothing is promised', () => {
  expect(planChangeNotes({ from: 'Starter', to: 'Professional', subscription: null })).toEqual([]);
});
