import { expect, test } from 'vitest';
import {
  confirmMailbox,
  creditsNow,
  followBilling,
  refusalToReserve,
  reserveCredit,
  returnCredit,
  setCredits,
  trialOver,
} from '../../../../src/shared/queue/rules/credits.ts';
import { withCredits, type Location } from '../../../../src/shared/queue/state.ts';
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

/** Customer credits, and remaining guests while the mailbox is unconfirmed. */
const left = ({ credits }: Location) => [credits.customerCredits, credits.guestsLeft];

test('the credit of a visit comes back unless an admission spent it, and so does the guest of an unconfirmed account', () => {
  const confirmed = aLocation();
  expect(left(reserveCredit(confirmed))).toEqual([9, null]);
  expect(left(returnCredit(confirmed, aVisit()))).toEqual([11, null]);
  expect(returnCredit(confirmed, aVisit({ charged: true }))).toBe(confirmed);
  const unconfirmed = aLocation({ credits: { guestsLeft: 3 } });
  expect(left(reserveCredit(unconfirmed))).toEqual([9, 2]);
  expect(left(returnCredit(unconfirmed, aVisit()))).toEqual([11, 4]);
});

test.each([
  [{}, null],
  [{ guestsLeft: 1 }, null],
  [{ guestsLeft: 0 }, 'email_unconfirmed'],
  [{ customerCredits: 0 }, 'no_credits'],
  [{ customerCredits: 0, guestsLeft: 0 }, 'no_credits'],
])('with %j nobody is refused, or all are: %s', (credits, refusal) => {
  expect(refusalToReserve(aLocation({ credits }), NOW)).toBe(refusal);
});

test('a confirmed mailbox lifts the limit; repeating it changes nothing', () => {
  const confirmed = confirmMailbox(aLocation({ credits: { guestsLeft: 0, endAt: NOW } }), null);
  expect(confirmed).toEqual(aLocation({ credits: { endAt: NOW } }));
  expect(confirmMailbox(confirmed, null)).toBe(confirmed);
});

test('a mailbox that already had a trial ends this one, and pages are told once', () => {
  const ended = confirmMailbox(aLocation({ credits: { guestsLeft: 7, endAt: NOW } }), NOW - 5);
  expect(ended).toEqual(aLocation({ credits: { endAt: NOW - 5 }, version: 1 }));
  expect(confirmMailbox(ended, NOW - 5)).toBe(ended);
});

test('a used trial does not end a paid plan', () => {
  const paid = aLocation({ credits: { guestsLeft: 7, billingRevision: 2 } });
  expect(confirmMailbox(paid, NOW - 5)).toEqual(aLocation({ credits: { billingRevision: 2 } }));
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
  expect(returnCredit(location, aVisit()).credits.customerCredits).toBe(1);
});

const grant = { customerCredits: 500, smsCredits: 400, revision: 12 };

test('what is paid ends the trial and sets the balances of its month', () => {
  const before = aLocation({ version: 4, credits: { endAt: NOW } });
  expect(followBilling(before, { billingRevision: 1, creditsEndAt: null, grant, ceiling: null })).toEqual({
    ...before,
    credits: { ...before.credits, ...grant, endAt: null, billingRevision: 1 },
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
    credits: { ...before.credits, customerCredits: 300, revision: 13, billingRevision: 4 },
    version: 5,
  });
  const raised = withCredits(after, { customerCredits: 5_000 });
  expect(followBilling(raised, call)).toBe(raised);
});

test('a location that missed both the grant and the smaller plan gets the lesser of both', () => {
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
