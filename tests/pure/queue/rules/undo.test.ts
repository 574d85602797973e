import { expect, test } from 'vitest';
import { recordLength, unknownPace } from '../../../../src/shared/queue/rules/estimate.ts';
import { Line, RANK_STEP } from '../../../../src/shared/queue/rules/line.ts';
import {
  backInLine,
  endUndo,
  hiddenVisit,
  isRemovalHidden,
  offerUndo,
  undo,
  withoutUndoOf,
} from '../../../../src/shared/queue/rules/undo.ts';
import { serviceOf, withService, type Undo } from '../../../../src/shared/queue/state.ts';
import {
  aLocation,
  anAdmittedVisit,
  aTextedVisit,
  aVisit,
  lineOf,
  main,
  NOW,
} from '../../support/factories.ts';

const pace = recordLength(unknownPace, 2, NOW - 60_000);
const anOffer = (about: Partial<Undo> = {}): Undo => ({
  visitId: 'visit',
  of: 'admit',
  until: NOW + 10_000,
  rank: 20,
  charged: false,
  pace,
  ...about,
});
const first = aVisit({ id: 'first', rank: 10 });
const last = aVisit({ id: 'last', rank: 30 });

test('an offer keeps what brings the visit back as it was, for ten seconds', () => {
  const location = aLocation({ settings: { undo: true }, service: { pace } });
  const visit = aVisit({ rank: 20, charged: true });
  expect(offerUndo(location, visit, 'admit', NOW)).toEqual(
    withService(location, main, { undo: anOffer({ charged: true }) }),
  );
  expect(serviceOf(offerUndo(location, visit, 'remove', NOW), main).undo).toEqual(
    anOffer({ of: 'remove', charged: true }),
  );
});

test('without the undo setting the last offer ends, too', () => {
  expect(offerUndo(aLocation({ service: { undo: anOffer() } }), aVisit(), 'admit', NOW)).toEqual(aLocation());
});

test('any other change of the visit ends its own offer only', () => {
  const location = aLocation({ service: { undo: anOffer() } });
  expect(withoutUndoOf(location, aVisit())).toEqual(aLocation());
  expect(withoutUndoOf(location, first)).toBe(location);
  expect(withoutUndoOf(aLocation(), aVisit())).toEqual(aLocation());
});

test('an undone admit waits again at its place, with its credit only reserved and its text taken back', () => {
  const location = aLocation({ service: { undo: anOffer(), lastRank: 30 }, credits: { smsCredits: 9 } });
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  const visit = anAdmittedVisit({
    rank: 20,
    waitingPreference,
    phoneNumber,
    textNumber,
    text: { status: 'queued' },
  });
  expect(undo(location, visit, lineOf(first, last), NOW)).toEqual({
    ok: true,
    location: aLocation({
      version: 1,
      credits: { smsCredits: 10 },
      service: { lastRank: 30, pace: recordLength(pace, 3, NOW) },
    }),
    visit: aTextedVisit({ rank: 20, summonCount: 1, revision: 2 }),
    effects: [{ kind: 'cancel_text' }, { kind: 'history' }],
    event: 'undone',
    reason: null,
    position: 2,
    ranks: [],
  });
});

test('an undone removal reserves its credit again', () => {
  const location = aLocation({
    service: { undo: anOffer({ of: 'remove' }), lastRank: 30 },
    credits: { customerCredits: 1 },
  });
  const visit = aVisit({ rank: 20, status: 'removed', endedAt: NOW - 1, revision: 1 });
  expect(undo(location, visit, lineOf(first), NOW)).toEqual({
    ok: true,
    location: aLocation({
      version: 1,
      credits: { customerCredits: 0 },
      service: { lastRank: 10 + RANK_STEP, pace },
    }),
    visit: aVisit({ rank: 10 + RANK_STEP, revision: 2 }),
    effects: [{ kind: 'history' }],
    event: 'undone',
    reason: null,
    position: 2,
    ranks: [],
  });
});

test('a removal is not undone when its credit went to somebody else', () => {
  const location = aLocation({
    service: { undo: anOffer({ of: 'remove' }) },
    credits: { customerCredits: 0 },
  });
  const visit = aVisit({ status: 'removed' });
  expect(undo(location, visit, new Line([]), NOW)).toEqual({ ok: false, code: 'no_credits' });
});

test('a removal whose credit paid a debt is undone beyond zero', () => {
  const location = aLocation({
    service: { undo: anOffer({ of: 'remove' }) },
    credits: { customerCredits: 0, customerDebt: 2, customerCreditsMonth: 30 },
  });
  expect(undo(location, aVisit({ status: 'removed' }), new Line([]), NOW)).toMatchObject({
    location: { credits: { customerCredits: 0, customerDebt: 3 } },
  });
});

test('a credit spent before is not reserved again, and stays spent', () => {
  const none = aLocation({
    service: { undo: anOffer({ of: 'remove', charged: true }) },
    credits: { customerCredits: 0 },
  });
  const removed = aVisit({ status: 'removed', charged: true });
  expect(undo(none, removed, new Line([]), NOW)).toMatchObject({
    location: { credits: { customerCredits: 0 } },
    visit: { charged: true },
  });
  const admittedTwice = aLocation({
    service: { undo: anOffer({ charged: true }) },
    credits: { customerCredits: 0 },
  });
  expect(undo(admittedTwice, anAdmittedVisit(), new Line([]), NOW)).toMatchObject({
    location: { credits: { customerCredits: 0 } },
    visit: { charged: true },
  });
  const admittedOnce = aLocation({ service: { undo: anOffer() }, credits: { customerCredits: 0 } });
  expect(undo(admittedOnce, anAdmittedVisit(), new Line([]), NOW)).toMatchObject({
    location: { credits: { customerCredits: 0 } },
    visit: { charged: false },
  });
});

test('there is no undo for another visit, for none, or from the very millisecond of its end', () => {
  const over = { ok: false, code: 'undo_over' };
  const visit = anAdmittedVisit();
  const location = aLocation({ service: { undo: anOffer() } });
  expect(undo(aLocation(), visit, new Line([]), NOW)).toEqual(over);
  expect(undo(location, { ...visit, id: 'other' }, new Line([]), NOW)).toEqual(over);
  expect(undo(location, visit, new Line([]), NOW + 10_000)).toEqual(over);
  expect(undo(location, visit, new Line([]), NOW + 9_999)).toMatchObject({ ok: true });
});

test('an undo where there is no room gives everybody else a new rank', () => {
  const location = aLocation({ service: { undo: anOffer({ rank: 2 }), lastRank: 3 } });
  const tight = [aVisit({ id: 'a', rank: 2 }), aVisit({ id: 'b', rank: 3 })];
  expect(undo(location, anAdmittedVisit(), lineOf(...tight), NOW)).toMatchObject({
    visit: { rank: 3 + 2 * RANK_STEP },
    position: 2,
    ranks: [
      { id: 'a', rank: 3 + RANK_STEP },
      { id: 'b', rank: 3 + 3 * RANK_STEP },
    ],
  });
});

test('an offer runs out at its very millisecond', () => {
  const location = aLocation({ service: { undo: anOffer() } });
  expect(endUndo(location, main, NOW + 9_999)).toBeNull();
  expect(endUndo(location, main, NOW + 10_000)).toEqual(aLocation({ version: 1 }));
  expect(endUndo(aLocation(), main, NOW)).toBeNull();
});

test('only a removal that can be undone is hidden from its guest', () => {
  const visit = aVisit({ status: 'removed' });
  const location = aLocation({ service: { undo: anOffer({ of: 'remove' }) } });
  expect(isRemovalHidden(location, visit, NOW + 9_999)).toBe(true);
  expect(isRemovalHidden(location, visit, NOW + 10_000)).toBe(false);
  expect(isRemovalHidden(location, first, NOW)).toBe(false);
  expect(isRemovalHidden(aLocation({ service: { undo: anOffer() } }), visit, NOW)).toBe(false);
  expect(isRemovalHidden(aLocation(), visit, NOW)).toBe(false);
  expect(hiddenVisit(serviceOf(location, main), NOW)).toEqual({ id: visit.id, rank: anOffer().rank });
  expect(hiddenVisit(serviceOf(location, main), NOW + 10_000)).toBeNull();
});

test('back in line a visit keeps only the number of calls and the credit of its admission', () => {
  const visit = anAdmittedVisit({
    holdExpired: true,
    calledAgainAt: NOW,
    endedAt: NOW,
    text: { status: 'sent' },
  });
  expect(backInLine(visit)).toEqual(aVisit({ charged: true, summonCount: 1, revision: 2 }));
});
