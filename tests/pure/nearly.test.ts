/** Whom a text tells that the turn is near: once, where the owner asks for it, and never with the last credit. */
import { expect, test } from 'vitest';
import type { Location, Visit } from '../../src/shared/queue/state.ts';
import {
  canBeTold,
  nearFromTheStart,
  placesToldNearly,
  tellNearly,
} from '../../src/shared/queue/rules/nearly.ts';
import { addWalkIn, join } from '../../src/shared/queue/rules/queue.ts';
import { isTextWanted, trackText } from '../../src/shared/queue/rules/texts.ts';
import { aLocation, aParty, aTextedVisit, aVisit, lineOf, NOW, someSettings } from './factories.ts';

const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
const away = { waitingPreference, phoneNumber, textNumber } as const;
const place = (about: Partial<Location> = {}) =>
  aLocation({ settings: someSettings({ nearlyAt: 3 }), ...about });
const undo = {
  visitId: 'x',
  of: 'admit',
  until: NOW + 1,
  rank: 1,
  charged: false,
  pace: aLocation().pace,
} as const;

test('as many places are told as the owner chose, and none by default, while an admit can be undone or once it is closed', () => {
  expect(placesToldNearly(place())).toBe(3);
  expect(placesToldNearly(aLocation())).toBe(0);
  expect(placesToldNearly(place({ undo }))).toBe(0);
  expect(placesToldNearly(place({ closedAt: NOW }))).toBe(0);
});

test('a guest at the place is owed a text, paid from that moment and worth ten minutes', () => {
  const [location, visit] = [place(), aVisit(away)];
  expect(tellNearly(location, visit, 3, NOW)).toEqual({
    ok: true,
    location: { ...location, smsCredits: 9, version: 1 },
    visit,
    event: 'told_nearly',
    effects: [{ kind: 'nearly_text', to: '+6281234567890', dueAt: NOW, expiresAt: NOW + 600_000 }],
    position: 3,
    ranks: [],
  });
  expect(tellNearly(location, visit, 4, NOW)).toBeNull();
});

test.each<[string, Partial<Location>, Partial<Visit>]>([
  ['stays on the premises', {}, { waitingPreference: 'on_premises' }],
  ['has no number that can be texted', {}, { textNumber: null }],
  ['was called before', {}, { calls: 1 }],
  ['waits no more', {}, { status: 'left' }],
  ['would get the last credit', { smsCredits: 1 }, {}],
  ['has a place whose trial is over', { trialEndsAt: NOW }, {}],
])('nobody is told who %s', (_, location, visit) => {
  expect(canBeTold(place(location), aVisit({ ...away, ...visit }), NOW)).toBe(false);
  expect(tellNearly(place(location), aVisit({ ...away, ...visit }), 1, NOW)).toBeNull();
});

test('two credits are enough', () => {
  expect(canBeTold(place({ smsCredits: 2 }), aVisit(away), NOW)).toBe(true);
});

test('whoever joins that near need not be told', () => {
  const line = (length: number) =>
    lineOf(...Array.from({ length }, (_, index) => aVisit({ id: `v${index}`, rank: index })));
  expect(nearFromTheStart(place(), line(2))).toEqual([{ kind: 'near' }]);
  expect(nearFromTheStart(place(), line(3))).toEqual([]);
  expect(nearFromTheStart(aLocation(), line(0))).toEqual([]);
  const joined = join(place(), aParty(away), 'id', { line: line(2), fromSender: 0 }, NOW);
  expect(joined).toMatchObject({ effects: [{ kind: 'near' }, { kind: 'consent' }] });
  expect(addWalkIn(place(), aParty(away), 'id', line(2), NOW)).toMatchObject({ effects: [{ kind: 'near' }] });
});

test('that text is wanted until the turn has come', () => {
  expect(isTextWanted(aVisit(), 0)).toBe(true);
  expect(isTextWanted(aVisit({ calls: 1 }), 0)).toBe(false);
  expect(isTextWanted(aVisit({ status: 'left' }), 0)).toBe(false);
  expect(isTextWanted(aVisit({ status: 'admitted', calls: 1 }), 0)).toBe(false);
});

test('what becomes of it concerns the balance alone, also of a guest who has left', () => {
  const visit = aVisit({ ...away, status: 'left' });
  expect(trackText(place(), visit, { call: 0, from: 'sending', to: 'sent' })).toEqual({
    location: place({ version: 1 }),
    visit,
  });
  expect(trackText(place(), visit, { call: 0, from: 'queued', to: 'expired' })).toEqual({
    location: place({ version: 1, smsCredits: 11 }),
    visit,
  });
});
