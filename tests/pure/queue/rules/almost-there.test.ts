/** The almost-there text is sent once and only if the owner switched it on. The text never uses the last credit. */
import { expect, test } from 'vitest';
import type { Visit } from '../../../../src/shared/queue/state.ts';
import {
  canNotify,
  isAlmostThereAtJoin,
  noAlmostThere,
  positionsToNotify,
  notifyAlmostThere,
} from '../../../../src/shared/queue/rules/texts/almost-there.ts';
import { unknownPace } from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { isOpenAt } from '../../../../src/shared/queue/rules/opening-hours.ts';
import { admit } from '../../../../src/shared/queue/rules/admission.ts';
import { undo as takeBack } from '../../../../src/shared/queue/rules/undo.ts';
import { addWalkIn, join, leave, remove } from '../../../../src/shared/queue/rules/queue.ts';
import { isTextWanted, trackText } from '../../../../src/shared/queue/rules/texts/texts.ts';
import {
  aLocation,
  aNewcomer,
  aTextedVisit,
  aVisit,
  lineOf,
  main,
  NOW,
  type AboutLocation,
} from '../../support/factories.ts';

const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
const away = { waitingPreference, phoneNumber, textNumber } as const;
/** The state after an admit that brought this visit near the front. */
const almostThere = { movedAt: NOW, near: ['visit'], admits: [NOW], told: [] };
const place = ({ service, ...about }: AboutLocation = {}) =>
  aLocation({ ...about, service: { almostThere, ...service }, settings: { nearlyAt: 3 } });
const at = (position: number, networks: string[] = []) => ({ position, networks });
const undo = {
  visitId: 'x',
  of: 'admit',
  until: NOW + 1,
  rank: 1,
  charged: false,
  pace: unknownPace,
} as const;

test('as many places are told as the owner chose, and none by default, while an admit or a removal can be undone, or once it is closed', () => {
  expect(positionsToNotify(place(), main)).toBe(3);
  expect(positionsToNotify(aLocation(), main)).toBe(0);
  expect(positionsToNotify(place({ service: { undos: [undo] } }), main)).toBe(0);
  expect(positionsToNotify(place({ service: { undos: [{ ...undo, of: 'remove' }] } }), main)).toBe(0);
  expect(positionsToNotify(place({ service: { undos: [{ ...undo, of: 'arrived' }] } }), main)).toBe(3);
  expect(positionsToNotify(place({ profile: { closedAt: NOW } }), main)).toBe(0);
});

test('a guest at the place gets a text, paid from that moment and worth ten minutes', () => {
  const [location, visit] = [place(), aVisit(away)];
  expect(notifyAlmostThere(location, visit, at(3), NOW)).toEqual({
    ok: true,
    location: place({
      credits: { smsCredits: 9 },
      version: 1,
      service: { almostThere: { ...almostThere, admits: [], told: [{ at: NOW, networks: [] }] } },
    }),
    visit: { ...visit, almostThereNotified: true },
    event: 'almost_there_told',
    reason: 'near',
    effects: [
      {
        kind: 'almost_there_text',
        to: '+6281234567890',
        segments: 1,
        credits: 1,
        dueAt: NOW,
        expiresAt: NOW + 600_000,
      },
    ],
    position: 3,
    ranks: [],
  });
  expect(notifyAlmostThere(location, visit, at(4), NOW)).toBeNull();
});

test.each<[string, AboutLocation, Partial<Visit>]>([
  ['stays on the premises', {}, { waitingPreference: 'on_premises' }],
  ['has no number that can be texted', {}, { textNumber: null }],
  ['was called before', {}, { summonCount: 1 }],
  ['was told before, or joined that near', {}, { almostThereNotified: true }],
  ['waits no more', {}, { status: 'left' }],
  ['would get the last credit', { credits: { smsCredits: 1 } }, {}],
  ['has a place whose trial is over', { credits: { endAt: NOW } }, {}],
])('nobody is told who %s', (_, location, visit) => {
  expect(canNotify(place(location), aVisit({ ...away, ...visit }), [], NOW)).toBe(false);
  expect(notifyAlmostThere(place(location), aVisit({ ...away, ...visit }), at(1), NOW)).toBeNull();
});

test.each([
  ['staff moved nobody', { ...almostThere, movedAt: NOW - 120_001, admits: [NOW - 120_001] }],
  ['staff removed a party, but admitted nobody', { ...almostThere, admits: [] }],
  ['the admit is an hour old', { ...almostThere, admits: [NOW - 3_600_000] }],
  ['staff brought others near', { ...almostThere, near: ['another'] }],
])('nobody is told where %s', (_, budget) => {
  const visit = aVisit(away);
  expect(notifyAlmostThere(place({ service: { almostThere: budget } }), visit, at(1), NOW)).toBeNull();
});

test('two minutes after the move is soon enough', () => {
  const moved = place({ service: { almostThere: { ...almostThere, movedAt: NOW - 120_000 } } });
  expect(notifyAlmostThere(moved, aVisit(away), at(1), NOW)).not.toBeNull();
});

test('a text is paid by the oldest admit of the last hour', () => {
  const admits = [NOW - 3_600_000, NOW - 3_599_999, NOW];
  const paid = notifyAlmostThere(
    place({ service: { almostThere: { ...almostThere, admits } } }),
    aVisit(away),
    at(1),
    NOW,
  );
  expect(paid).toMatchObject({ location: { services: { main: { almostThere: { admits: [NOW] } } } } });
});

test('a move by staff forgets what is an hour old: admits, and texts with the networks of their guests', () => {
  const visit = aVisit(away);
  const told = [NOW - 3_600_000, NOW - 3_599_999].map((time) => ({ at: time, networks: ['one'] }));
  const admits = told.map((text) => text.at);
  const location = place({ service: { almostThere: { ...almostThere, admits, told } } });
  const kept = { told: [{ at: NOW - 3_599_999, networks: ['one'] }] };
  expect(remove(location, visit, lineOf(visit), NOW)).toMatchObject({
    location: { services: { main: { almostThere: { ...kept, admits: [NOW - 3_599_999] } } } },
  });
  expect(admit(location, visit, lineOf(visit), NOW)).toMatchObject({
    location: { services: { main: { almostThere: { ...kept, admits: [NOW - 3_599_999, NOW] } } } },
  });
});

test('numbers that one sender gave get three such texts in an hour; a walk-in has no sender', () => {
  const told = [1, 2, 3].map(() => ({ at: NOW, networks: ['one'] }));
  const location = place({ service: { almostThere: { ...almostThere, told } } });
  const isTold = (sender: string | null, now = NOW) =>
    notifyAlmostThere(location, aVisit(away), at(1, sender === null ? [] : [sender]), now) !== null;
  expect([isTold('one'), isTold('other'), isTold(null)]).toEqual([false, true, true]);
  const later = place({
    service: { almostThere: { ...almostThere, movedAt: NOW + 3_600_000, admits: [NOW + 1], told } },
  });
  expect(notifyAlmostThere(later, aVisit(away), at(1, ['one']), NOW + 3_600_000)).not.toBeNull();
});

test.each([
  ['/64', 3, ['the /64', 'the /56', 'the /48']],
  ['/56', 6, ['another /64', 'the /56', 'the /48']],
  ['/48', 12, ['another /64', 'another /56', 'the /48']],
])('numbers from one %s get %i in an hour, whatever the address inside', (width, most, networks) => {
  const isTold = (count: number) => {
    const told = Array.from({ length: count }, (_, n) => ({
      at: NOW - n,
      networks: [
        width === '/64' ? 'the /64' : `/64 ${n}`,
        width === '/48' ? `/56 ${n}` : 'the /56',
        'the /48',
      ],
    }));
    const location = place({ service: { almostThere: { ...almostThere, told } } });
    return notifyAlmostThere(location, aVisit(away), at(1, networks), NOW) !== null;
  };
  expect([isTold(most - 1), isTold(most)]).toEqual([true, false]);
});

test('the guests who are near after an admit or a removal may be told; who comes near by another’s leave may not', () => {
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map((id, rank) =>
    aVisit({ ...away, id, rank }),
  );
  if (!first || !second || !third || !fourth) throw new Error('four guests');
  const four = lineOf(first, second, third, fourth);
  const before = aLocation({ settings: { nearlyAt: 2, undo: false } });
  const admitted = admit(before, first, four, NOW);
  const left = admitted.ok && leave(admitted.location, second, lineOf(second, third, fourth), NOW + 1);
  if (!left || !left.ok) throw new Error('not left');
  expect(left.location.services['main']?.almostThere.near).toEqual(['b', 'c']);
  expect(notifyAlmostThere(left.location, third, at(1), NOW + 2)).not.toBeNull();
  expect(notifyAlmostThere(left.location, fourth, at(2), NOW + 2)).toBeNull();
  expect(remove(before, third, four, NOW)).toMatchObject({
    location: { services: { main: { almostThere: { near: ['a', 'b'] } } } },
  });
});

test('an admit pays for one text, a removal only lets it go, and an undone admit pays for none', () => {
  const [visit, behind] = [aVisit(away), aVisit({ ...away, id: 'b', rank: 9 })];
  const line = lineOf(visit, behind);
  const none = aLocation({ settings: { nearlyAt: 3, undo: true } });
  const admitted = admit(none, visit, line, NOW);
  if (!admitted.ok) throw new Error('not admitted');
  expect(admitted.location.services['main']?.almostThere).toEqual({
    movedAt: NOW,
    near: ['b'],
    admits: [NOW],
    told: [],
  });
  const back = takeBack(admitted.location, admitted.visit, lineOf(behind), NOW + 1);
  expect(back).toMatchObject({ location: { services: { main: { almostThere: { admits: [] } } } } });
  expect(remove(none, visit, line, NOW)).toMatchObject({
    location: { services: { main: { almostThere: { movedAt: NOW, admits: [] } } } },
  });
});

test('while the setting is off, an admit and its undo count nothing', () => {
  const visit = aVisit(away);
  const admitted = admit(aLocation({ settings: { undo: true } }), visit, lineOf(visit), NOW);
  if (!admitted.ok) throw new Error('not admitted');
  expect(admitted.location.services['main']?.almostThere).toEqual({
    movedAt: 0,
    near: [],
    admits: [],
    told: [],
  });
  const back = takeBack(admitted.location, admitted.visit, lineOf(), NOW + 1);
  // The result must be the constant `noAlmostThere` itself and not a copy, because the Durable Object stores only the
  // constant as NULL.
  expect(back.ok && back.location.services['main']?.almostThere).toBe(noAlmostThere);
});

test('two credits are enough, or twice the price of another country', () => {
  expect(canNotify(place({ credits: { smsCredits: 2 } }), aVisit(away), [], NOW)).toBe(true);
  const abroad = aVisit({ ...away, textNumber: { e164: '+6281234567890', country: 'ID', price: 4 } });
  expect(canNotify(place({ credits: { smsCredits: 7 } }), abroad, [], NOW)).toBe(false);
  expect(notifyAlmostThere(place({ credits: { smsCredits: 8 } }), abroad, at(1), NOW)).toMatchObject({
    location: { credits: { smsCredits: 4 } },
  });
});

test.each([
  [3, 2],
  [2, 1],
])('with %i credits a text in Arabic takes %i, so that one is left for the turn', (smsCredits, credits) => {
  const visit = aVisit({ ...away, language: 'ar' });
  expect(notifyAlmostThere(place({ credits: { smsCredits } }), visit, at(1), NOW)).toMatchObject({
    location: { credits: { smsCredits: smsCredits - credits } },
    effects: [{ credits }],
  });
});

test('a guest who joins that near is not told', () => {
  const line = (length: number) =>
    lineOf(...Array.from({ length }, (_, index) => aVisit({ id: `v${index}`, rank: index })));
  expect(isAlmostThereAtJoin(place(), main, line(2))).toBe(true);
  expect(isAlmostThereAtJoin(place(), main, line(3))).toBe(false);
  expect(isAlmostThereAtJoin(aLocation(), main, line(0))).toBe(false);
  const joined = (length: number) =>
    join(place(), aNewcomer(away), { line: line(length), refusalOfSender: () => null, isOpenAt }, NOW);
  expect(joined(2)).toMatchObject({ visit: { almostThereNotified: true }, effects: [{ kind: 'consent' }] });
  expect(joined(3)).toMatchObject({ visit: { almostThereNotified: false }, effects: [{ kind: 'consent' }] });
  const added = (length: number) => addWalkIn(place(), aNewcomer(away), line(length), NOW);
  expect(added(2)).toMatchObject({ visit: { almostThereNotified: true }, effects: [] });
  expect(added(3)).toMatchObject({ visit: { almostThereNotified: false }, effects: [] });
});

test('that text is wanted until the turn has come', () => {
  expect(isTextWanted(aVisit(), 0)).toBe(true);
  expect(isTextWanted(aVisit({ summonCount: 1 }), 0)).toBe(false);
  expect(isTextWanted(aVisit({ status: 'left' }), 0)).toBe(false);
  expect(isTextWanted(aVisit({ status: 'admitted', summonCount: 1 }), 0)).toBe(false);
});

test('its result changes only the balance, also for a guest who has left', () => {
  const visit = aVisit({ ...away, status: 'left' });
  expect(trackText(place(), visit, { call: 0, credits: 1, from: 'sending', to: 'sent' })).toEqual({
    location: place({ version: 1 }),
    visit,
    credits: 1,
  });
  expect(trackText(place(), visit, { call: 0, credits: 1, from: 'queued', to: 'expired' })).toEqual({
    location: place({ version: 1, credits: { smsCredits: 11 } }),
    visit,
    credits: 1,
  });
});
