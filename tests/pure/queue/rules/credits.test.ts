import { expect, test } from 'vitest';
import {
  confirmMailbox,
  creditsNow,
  followBilling,
  hasCreditToJoin,
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

/** The customer credits, and the number of guests that an account with an unconfirmed address may still take. */
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

const owing = (customerDebt: number, about: Partial<Location['credits']> = {}) =>
  aLocation({ credits: { customerCredits: 0, customerDebt, customerCreditsMonth: 309, ...about } });
const balance = ({ credits }: Location) => [credits.customerCredits, credits.customerDebt];

test('beyond zero staff can take a tenth of the month, until the trial or the subscription has ended', () => {
  const refusal = (location: Location) => refusalToReserve(location, NOW);
  expect(refusal(owing(0))).toBeNull();
  expect(refusal(owing(29))).toBeNull();
  expect(refusal(owing(30))).toBe('no_credits');
  expect(refusal(owing(0, { endAt: NOW + 1 }))).toBeNull();
  expect(refusal(owing(0, { endAt: NOW }))).toBe('no_credits');
  expect(refusal(owing(0, { guestsLeft: 0 }))).toBe('email_unconfirmed');
});

test('a guest never joins beyond zero', () => {
  expect(hasCreditToJoin(owing(0))).toBe(false);
  expect(hasCreditToJoin(aLocation({ credits: { customerCredits: 1 } }))).toBe(true);
  expect(hasCreditToJoin(aLocation({ credits: { guestsLeft: 0 } }))).toBe(false);
});

test('with no credit left a party adds to the debt, and a credit that comes back pays the debt first', () => {
  const [two, one] = [reserveCredit(owing(1)), owing(1)];
  expect(balance(two)).toEqual([0, 2]);
  expect(balance(returnCredit(two, aVisit()))).toEqual([0, 1]);
  expect(balance(returnCredit(one, aVisit()))).toEqual([0, 0]);
  expect(balance(returnCredit(owing(0), aVisit()))).toEqual([1, 0]);
  expect(balance(reserveCredit(aLocation({ credits: { customerCredits: 1 } })))).toEqual([0, 0]);
});

test.each([
  [500, [470, 0]],
  [30, [0, 0]],
  [20, [0, 10]],
])('a grant of %i pays a debt of 30 first', (customerCredits, expected) => {
  const grant = { customerCredits, smsCredits: 400, revision: 12 };
  const paid = followBilling(owing(30), { billingRevision: 1, creditsEndAt: null, grant, ceiling: null });
  expect(balance(paid)).toEqual(expected);
  expect(paid.credits.smsCredits).toBe(400);
});

test('a ceiling leaves the debt, and an old grant pays nothing', () => {
  const update = { billingRevision: 1, creditsEndAt: null };
  const ceiling = { customerCredits: 300, smsCredits: 300, revision: 13 };
  expect(balance(followBilling(owing(5), { ...update, grant: null, ceiling }))).toEqual([0, 5]);
  const known = owing(5, { revision: 12 });
  expect(balance(followBilling(known, { ...update, grant, ceiling: null }))).toEqual([0, 5]);
});

test('an admin’s figures settle the debt', () => {
  const set = { customerCredits: 7, smsCredits: 0, revision: 12 };
  expect(balance(setCredits(owing(30), set))).toEqual([7, 0]);
});

test('the month of another plan is told by the payments, and by older ones not', () => {
  const news = { billingRevision: 4, creditsEndAt: null, grant: null, ceiling: null };
  const month = (customerCreditsMonth?: number) =>
    followBilling(owing(0, { billingRevision: 3 }), { ...news, customerCreditsMonth }).credits
      .customerCreditsMonth;
  expect(month(1500)).toBe(1500);
  expect(month()).toBe(309);
  const older = owing(0, { billingRevision: 4 });
  expect(followBilling(older, { ...news, customerCreditsMonth: 1500 })).toBe(older);
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
