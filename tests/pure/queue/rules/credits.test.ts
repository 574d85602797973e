import { expect, test } from 'vitest';
import {
  creditsAfterLeaving,
  creditsNow,
  followBilling,
  setCredits,
  trialOver,
} from '../../../../src/shared/queue/rules/credits.ts';
import { withCredits } from '../../../../src/shared/queue/state.ts';
import { aLocation, aVisit, NOW } from '../../support/factories.ts';

test('a trial is over from the very millisecond of its end, and without one never', () => {
  expect(trialOver(aLocation({ credits: { endAt: NOW } }), NOW - 1)).toBe(false);
  expect(trialOver(aLocation({ credits: { endAt: NOW } }), NOW)).toBe(true);
  expect(trialOver(aLocation(), NOW)).toBe(false);
});

test('no credit counts once the trial is over', () => {
  const location = aLocation({ credits: { customerCredits: 3, smsCredits: 4, endAt: NOW } });
  expect(creditsNow(location, NOW - 1)).toEqual({ customerCredits: 3, smsCredits: 4 });
  expect(creditsNow(location, NOW)).toEqual({ customerCredits: 0, smsCredits: 0 });
});

test('the credit of a visit comes back unless an admission spent it', () => {
  expect(creditsAfterLeaving(aLocation(), aVisit())).toBe(11);
  expect(creditsAfterLeaving(aLocation(), aVisit({ charged: true }))).toBe(10);
});

test('an admin sets the balances, whatever they were, and touches nothing else', () => {
  const before = aLocation({
    version: 4,
    credits: { customerCredits: 3, smsCredits: 900 },
    service: { lastRank: 7 },
  });
  expect(setCredits(before, { customerCredits: 500, smsCredits: 0, revision: 12 })).toEqual({
    ...before,
    credits: { ...before.credits, customerCredits: 500, smsCredits: 0, revision: 12 },
    version: 5,
  });
});

test.each([11, 12])('after revision 12 revision %i changes nothing', (revision) => {
  const location = aLocation({ credits: { revision: 12 } });
  expect(setCredits(location, { customerCredits: 500, smsCredits: 0, revision })).toBe(location);
});

test('a credit that was reserved before comes back on top of what was set', () => {
  const location = setCredits(aLocation(), { customerCredits: 0, smsCredits: 0, revision: 1 });
  expect(creditsAfterLeaving(location, aVisit())).toBe(1);
});

const grant = { customerCredits: 500, smsCredits: 400, revision: 12 };

test('what is paid ends the trial and sets the balances of its month', () => {
  const before = aLocation({ version: 4, credits: { endAt: NOW } });
  expect(followBilling(before, { billingRevision: 1, creditsEndAt: null, grant, ceiling: null })).toEqual({
    ...before,
    credits: { customerCredits: 500, smsCredits: 400, revision: 12, endAt: null, billingRevision: 1 },
    version: 5,
  });
});

test('older news of payments and a grant that is known change nothing, each by itself', () => {
  const location = aLocation({ credits: { revision: 12, billingRevision: 3 } });
  expect(followBilling(location, { billingRevision: 3, creditsEndAt: NOW, grant, ceiling: null })).toBe(
    location,
  );
  expect(followBilling(location, { billingRevision: 4, creditsEndAt: NOW, grant, ceiling: null })).toEqual({
    ...location,
    credits: { ...location.credits, endAt: NOW, billingRevision: 4 },
    version: 1,
  });
  expect(
    followBilling(location, {
      billingRevision: 2,
      creditsEndAt: NOW,
      grant: { ...grant, revision: 13 },
      ceiling: null,
    }),
  ).toEqual({
    ...location,
    credits: { ...location.credits, customerCredits: 500, smsCredits: 400, revision: 13 },
    version: 1,
  });
});

test('without a grant the balances stay', () => {
  const location = aLocation();
  const followed = followBilling(location, {
    billingRevision: 1,
    creditsEndAt: NOW,
    grant: null,
    ceiling: null,
  });
  expect(followed).toEqual({
    ...location,
    credits: { ...location.credits, endAt: NOW, billingRevision: 1 },
    version: 1,
  });
});

test('on a smaller plan the lesser of what is left and its allowance stays, once', () => {
  const before = aLocation({
    version: 4,
    credits: { customerCredits: 900, smsCredits: 40, revision: 12, billingRevision: 3 },
  });
  const ceiling = { customerCredits: 300, smsCredits: 300, revision: 13 };
  const call = { billingRevision: 4, creditsEndAt: null, grant, ceiling };
  const after = followBilling(before, call);
  expect(after).toEqual({
    ...before,
    credits: { customerCredits: 300, smsCredits: 40, revision: 13, endAt: null, billingRevision: 4 },
    version: 5,
  });
  const raised = withCredits(after, { customerCredits: 5_000 });
  expect(followBilling(raised, call)).toBe(raised);
});

test('who has heard of neither the grant nor what a smaller plan leaves of it has the lesser of both', () => {
  const ceiling = { customerCredits: 300, smsCredits: 700, revision: 13 };
  expect(
    followBilling(aLocation({ credits: { revision: 11 } }), {
      billingRevision: 1,
      creditsEndAt: null,
      grant,
      ceiling,
    }),
  ).toMatchObject({ credits: { customerCredits: 300, smsCredits: 400, revision: 13 }, version: 1 });
});
