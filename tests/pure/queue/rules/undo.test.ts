import { expect, test } from 'vitest';
import {
  recordDeparture,
  recordLength,
  recordReturn,
  unknownPace,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { Line, RANK_STEP } from '../../../../src/shared/queue/rules/line.ts';
import {
  backInLine,
  endUndo,
  hiddenVisits,
  isFinal,
  isRemovalHidden,
  offerUndo,
  undo,
  withLearnedPace,
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

const removal = (about: Partial<Undo> = {}): Undo => anOffer({ of: 'remove', pace: null, ...about });
const offering = (...undos: Undo[]) => aLocation({ service: { undos } });

test('an offer keeps what brings the visit back as it was, for ten seconds', () => {
  const location = aLocation({ settings: { undo: true }, service: { pace } });
  const visit = aVisit({ rank: 20, charged: true });
  expect(offerUndo(location, visit, 'admit', NOW)).toEqual(
    withService(location, main, { undos: [anOffer({ charged: true })] }),
  );
  for (const action of ['remove', 'arrived', 'no-show'] as const)
    expect(serviceOf(offerUndo(location, visit, action, NOW), main).undos).toEqual([
      removal({ of: action, charged: true }),
    ]);
});

test('without the setting an admit is not offered, and everything else is', () => {
  const other = anOffer({ visitId: 'other' });
  expect(offerUndo(offering(other, removal()), aVisit(), 'admit', NOW)).toEqual(offering(other));
  expect(offerUndo(offering(other), aVisit({ rank: 20 }), 'no-show', NOW)).toEqual(
    offering(other, removal({ of: 'no-show' })),
  );
});

test('any other change of the visit ends its own offer only', () => {
  const location = offering(anOffer(), removal({ visitId: 'other' }));
  expect(withoutUndoOf(location, aVisit())).toEqual(offering(removal({ visitId: 'other' })));
  expect(withoutUndoOf(location, first)).toBe(location);
  expect(withoutUndoOf(aLocation(), aVisit())).toEqual(aLocation());
});

test('once another visit has taught the location something, no offer restores the pace of before', () => {
  const location = offering(anOffer(), anOffer({ visitId: 'first' }));
  const learned = recordDeparture(pace);
  expect(withLearnedPace(location, first, learned)).toEqual(
    aLocation({
      service: { pace: learned, undos: [anOffer({ pace: null }), anOffer({ visitId: 'first' })] },
    }),
  );
  const later = withLearnedPace(offering(anOffer({ pace: null })), first, learned);
  expect(undo(later, anAdmittedVisit(), lineOf(first, last), NOW)).toMatchObject({
    location: { services: { main: { pace: recordLength(learned, 3, NOW) } } },
  });
});

test('an undone admit waits again at its place, with its credit only reserved and its text taken back', () => {
  const location = aLocation({ service: { undos: [anOffer()], lastRank: 30 }, credits: { smsCredits: 9 } });
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

test('an undone removal stands at its old rank, reserves its credit again and was no departure', () => {
  const learned = recordLength(recordDeparture(pace), 1, NOW - 1);
  const location = aLocation({
    service: { undos: [removal()], lastRank: 30, pace: learned },
    credits: { customerCredits: 1 },
  });
  const visit = aVisit({ rank: 20, status: 'removed', endedAt: NOW - 1, revision: 1 });
  expect(undo(location, visit, lineOf(first), NOW)).toEqual({
    ok: true,
    location: aLocation({
      version: 1,
      credits: { customerCredits: 0 },
      service: { lastRank: 30, pace: recordReturn(learned, 2, NOW) },
    }),
    visit: aVisit({ rank: 20, revision: 2 }),
    effects: [{ kind: 'history' }],
    event: 'undone',
    reason: null,
    position: 2,
    ranks: [],
  });
});

test('several removals are undone in any order, each to its own place', () => {
  const [one, two] = ['one', 'two'].map((id, at) => aVisit({ id, rank: 20 + at, status: 'removed' }));
  if (!one || !two) throw new Error('two visits');
  const location = offering(removal({ visitId: 'one' }), removal({ visitId: 'two', rank: 21 }));
  const restored = undo(location, two, lineOf(first, last), NOW);
  if (!restored.ok) throw new Error(restored.code);
  expect(restored).toMatchObject({ position: 2, visit: { rank: 21 } });
  expect(undo(restored.location, one, lineOf(first, restored.visit, last), NOW)).toMatchObject({
    position: 2,
    visit: { rank: 20 },
    location: { services: { main: { undos: [] } } },
  });
});

test('where another party took the very rank meanwhile, the visit stands behind it and before the next removed one', () => {
  const moved = aVisit({ id: 'moved', rank: 20 });
  const location = offering(removal(), removal({ visitId: 'two', rank: 24 }));
  expect(undo(location, aVisit({ rank: 20, status: 'removed' }), lineOf(moved, last), NOW)).toMatchObject({
    position: 2,
    visit: { rank: 22 },
  });
});

test.each(['arrived', 'no-show'] as const)('after %s is undone the visit is held as before', (of) => {
  const ended = { status: of === 'arrived' ? of : 'no_show', endedAt: NOW - 1, revision: 2 } as const;
  const location = aLocation({ service: { undos: [removal({ of })] }, credits: { customerCredits: 0 } });
  expect(undo(location, anAdmittedVisit(ended), lineOf(first), NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1, credits: { customerCredits: 0 } }),
    visit: anAdmittedVisit({ revision: 3 }),
    effects: [{ kind: 'history' }],
    event: 'undone',
    reason: null,
    position: 0,
    ranks: [],
  });
});

test('a text that the outcome has withdrawn is queued again, but not once the hold is over', () => {
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  const visit = anAdmittedVisit({
    waitingPreference,
    phoneNumber,
    textNumber,
    status: 'no_show',
    endedAt: NOW - 1,
  });
  const location = offering(removal({ of: 'no-show' }));
  expect(undo(location, visit, new Line([]), NOW)).toMatchObject({
    location: { credits: { smsCredits: 9 } },
    visit: { status: 'admitted', summonCount: 1, text: { status: 'queued' } },
    effects: [{ kind: 'turn_text', dueAt: NOW, expiresAt: visit.holdEndsAt }, { kind: 'history' }],
  });
  const unsent = { visit: { text: null }, effects: [{ kind: 'history' }] };
  expect(undo(location, { ...visit, holdEndsAt: NOW }, new Line([]), NOW)).toMatchObject(unsent);
  const sent = { ...visit, text: { status: 'sent' } } as const;
  expect(undo(location, sent, new Line([]), NOW)).toMatchObject({
    ...unsent,
    visit: { text: { status: 'sent' } },
  });
});

test('a removal is not undone when its credit went to somebody else', () => {
  const location = aLocation({ service: { undos: [removal()] }, credits: { customerCredits: 0 } });
  const visit = aVisit({ status: 'removed' });
  expect(undo(location, visit, new Line([]), NOW)).toEqual({ ok: false, code: 'no_credits' });
});

test('a removal whose credit paid a debt is undone beyond zero', () => {
  const location = aLocation({
    service: { undos: [removal()] },
    credits: { customerCredits: 0, customerDebt: 2, customerCreditsMonth: 30 },
  });
  expect(undo(location, aVisit({ status: 'removed' }), new Line([]), NOW)).toMatchObject({
    location: { credits: { customerCredits: 0, customerDebt: 3 } },
  });
});

test('a credit spent before is not reserved again, and stays spent', () => {
  const broke = (undos: Undo[]) => aLocation({ service: { undos }, credits: { customerCredits: 0 } });
  const removed = aVisit({ status: 'removed', charged: true });
  expect(undo(broke([removal({ charged: true })]), removed, new Line([]), NOW)).toMatchObject({
    location: { credits: { customerCredits: 0 } },
    visit: { charged: true },
  });
  for (const charged of [true, false])
    expect(undo(broke([anOffer({ charged })]), anAdmittedVisit(), new Line([]), NOW)).toMatchObject({
      location: { credits: { customerCredits: 0 } },
      visit: { charged },
    });
});

test('there is no undo for another visit, for none, or from the very millisecond of its end', () => {
  const over = { ok: false, code: 'undo_over' };
  const visit = anAdmittedVisit();
  const location = offering(anOffer());
  expect(undo(aLocation(), visit, new Line([]), NOW)).toEqual(over);
  expect(undo(location, { ...visit, id: 'other' }, new Line([]), NOW)).toEqual(over);
  expect(undo(location, visit, new Line([]), NOW + 10_000)).toEqual(over);
  expect(undo(location, visit, new Line([]), NOW + 9_999)).toMatchObject({ ok: true });
});

test('an undo where there is no room gives everybody else a new rank', () => {
  const location = aLocation({ service: { undos: [anOffer({ rank: 2 })], lastRank: 3 } });
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

test('an offer runs out at its very millisecond, and the others run on', () => {
  const later = removal({ visitId: 'later', until: NOW + 10_001 });
  const location = offering(anOffer(), later);
  expect(endUndo(location, main, NOW + 9_999)).toBeNull();
  expect(endUndo(location, main, NOW + 10_000)).toEqual({ ...offering(later), version: 1 });
  expect(endUndo(aLocation(), main, NOW)).toBeNull();
});

test('only removals that can be undone are hidden from their guests', () => {
  const visit = aVisit({ status: 'removed' });
  const other = removal({ visitId: 'other', rank: 21 });
  const location = offering(removal(), other, removal({ visitId: 'first', of: 'arrived' }));
  expect(isRemovalHidden(location, visit, NOW + 9_999)).toBe(true);
  expect(isRemovalHidden(location, visit, NOW + 10_000)).toBe(false);
  expect(isRemovalHidden(location, first, NOW)).toBe(false);
  expect(isRemovalHidden(offering(anOffer()), visit, NOW)).toBe(false);
  expect(isRemovalHidden(aLocation(), visit, NOW)).toBe(false);
  expect(hiddenVisits(serviceOf(location, main), NOW)).toEqual([
    { id: visit.id, rank: 20 },
    { id: 'other', rank: 21 },
  ]);
  expect(hiddenVisits(serviceOf(location, main), NOW + 10_000)).toEqual([]);
});

test('a visit that ended is final once it can no longer be undone', () => {
  const visit = anAdmittedVisit({ status: 'arrived' });
  const location = offering(removal({ of: 'arrived' }));
  expect([NOW + 9_999, NOW + 10_000].map((at) => isFinal(location, visit, at))).toEqual([false, true]);
  expect(isFinal(aLocation(), anAdmittedVisit(), NOW)).toBe(false);
});

test('back in line a visit keeps only the number of calls and the credit of its admission', () => {
  const visit = anAdmittedVisit({
    holdExpired: true,
    holdRestartedAt: NOW,
    calledAgainAt: NOW,
    endedAt: NOW,
    text: { status: 'sent' },
  });
  expect(backInLine(visit)).toEqual(aVisit({ charged: true, summonCount: 1, revision: 2 }));
});
