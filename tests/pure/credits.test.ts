import { expect, test } from 'vitest';
import { creditsAfterLeaving, creditsNow, trialOver } from '../../src/worker/queue/rules/credits.ts';
import { aLocation, aVisit, NOW } from './factories.ts';

test('a trial is over from the very millisecond of its end, and without one never', () => {
  expect(trialOver(aLocation({ trialEndsAt: NOW }), NOW - 1)).toBe(false);
  expect(trialOver(aLocation({ trialEndsAt: NOW }), NOW)).toBe(true);
  expect(trialOver(aLocation(), NOW)).toBe(false);
});

test('no credit counts once the trial is over', () => {
  const location = aLocation({ customerCredits: 3, smsCredits: 4, trialEndsAt: NOW });
  expect(creditsNow(location, NOW - 1)).toEqual({ customerCredits: 3, smsCredits: 4 });
  expect(creditsNow(location, NOW)).toEqual({ customerCredits: 0, smsCredits: 0 });
});

test('the credit of a visit comes back unless an admission spent it', () => {
  expect(creditsAfterLeaving(aLocation(), aVisit())).toBe(11);
  expect(creditsAfterLeaving(aLocation(), aVisit({ charged: true }))).toBe(10);
});
