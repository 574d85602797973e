import { expect, test } from 'vitest';
import {
  creditsAfterLeaving,
  creditsNow,
  followStanding,
  setCredits,
  trialOver,
} from '../../src/shared/queue/rules/credits.ts';
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

test('an admin sets the balances, whatever they were, and touches nothing else', () => {
  const before = aLocation({ customerCredits: 3, smsCredits: 900, version: 4, lastRank: 7 });
  expect(setCredits(before, { customerCredits: 500, smsCredits: 0, revision: 12 })).toEqual({
    ...before,
    customerCredits: 500,
    smsCredits: 0,
    creditsRevision: 12,
    version: 5,
  });
});

test.each([11, 12])('after revision 12 revision %i changes nothing', (revision) => {
  const location = aLocation({ creditsRevision: 12 });
  expect(setCredits(location, { customerCredits: 500, smsCredits: 0, revision })).toBe(location);
});

test('a credit that was reserved before comes back on top of what was set', () => {
  const location = setCredits(aLocation(), { customerCredits: 0, smsCredits: 0, revision: 1 });
  expect(creditsAfterLeaving(location, aVisit())).toBe(1);
});

const grant = { customerCredits: 500, smsCredits: 400, revision: 12 };

test('what is paid ends the trial and sets the balances of its month', () => {
  const before = aLocation({ trialEndsAt: NOW, version: 4 });
  expect(followStanding(before, { standing: 1, creditsEndAt: null, grant, ceiling: null })).toEqual({
    ...before,
    customerCredits: 500,
    smsCredits: 400,
    creditsRevision: 12,
    trialEndsAt: null,
    standing: 1,
    version: 5,
  });
});

test('an older standing and a grant that is known change nothing, each by itself', () => {
  const location = aLocation({ creditsRevision: 12, standing: 3 });
  expect(followStanding(location, { standing: 3, creditsEndAt: NOW, grant, ceiling: null })).toBe(location);
  expect(followStanding(location, { standing: 4, creditsEndAt: NOW, grant, ceiling: null })).toEqual({
    ...location,
    trialEndsAt: NOW,
    standing: 4,
    version: 1,
  });
  expect(
    followStanding(location, {
      standing: 2,
      creditsEndAt: NOW,
      grant: { ...grant, revision: 13 },
      ceiling: null,
    }),
  ).toEqual({
    ...location,
    customerCredits: 500,
    smsCredits: 400,
    creditsRevision: 13,
    version: 1,
  });
});

test('without a grant the balances stay', () => {
  const location = aLocation();
  const followed = followStanding(location, { standing: 1, creditsEndAt: NOW, grant: null, ceiling: null });
  expect(followed).toEqual({ ...location, trialEndsAt: NOW, standing: 1, version: 1 });
});

test('on a smaller plan the lesser of what is left and its allowance stays, once', () => {
  const before = aLocation({
    customerCredits: 900,
    smsCredits: 40,
    creditsRevision: 12,
    standing: 3,
    version: 4,
  });
  const ceiling = { customerCredits: 300, smsCredits: 300, revision: 13 };
  const call = { standing: 4, creditsEndAt: null, grant, ceiling };
  const after = followStanding(before, call);
  expect(after).toEqual({
    ...before,
    customerCredits: 300,
    smsCredits: 40,
    creditsRevision: 13,
    standing: 4,
    version: 5,
  });
  const raised = { ...after, customerCredits: 5_000 };
  expect(followStanding(raised, call)).toBe(raised);
});

test('who has heard of neither the grant nor what a smaller plan leaves of it has the lesser of both', () => {
  const ceiling = { customerCredits: 300, smsCredits: 700, revision: 13 };
  expect(
    followStanding(aLocation({ creditsRevision: 11 }), { standing: 1, creditsEndAt: null, grant, ceiling }),
  ).toMatchObject({ customerCredits: 300, smsCredits: 400, creditsRevision: 13, version: 1 });
});
