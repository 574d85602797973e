/** What the page of the line computes: waits, filters, search, and rows for actions that can be undone. */
import { expect, test } from 'vitest';
import type { UndoOffer } from '../../../../src/client/features/line/actions/use-undo-offers.ts';
import { lineFilters, passes } from '../../../../src/client/features/line/filters/filters.ts';
import { doneAtMs } from '../../../../src/client/features/line/live/lists.ts';
import { waitOf } from '../../../../src/client/features/line/live/wait.ts';
import { chipsOf } from '../../../../src/client/features/line/party/chips-of.ts';
import { withUndoRows } from '../../../../src/client/features/line/rows/undo-rows.ts';
import { markHits, searchAll } from '../../../../src/client/features/line/search/search.ts';
import { NOW } from '../../support/factories.ts';
import { aGuest, aHeldGuest, aView, iso, MINUTE_MS } from '../../support/view-factories.ts';

const waiting = (minutes: number, promised: { low: number; high: number; minutes?: number }) =>
  aGuest('Ada', { joinedAt: iso(NOW - minutes * MINUTE_MS), promised });

test('a wait is near from 80 % of the middle of its promise, and late past it', () => {
  const tones = [23.9, 24, 30, 30.1].map(
    (minutes) => waitOf(waiting(minutes, { low: 20, high: 40 }), NOW).tone,
  );
  expect(tones).toEqual(['ok', 'near', 'near', 'late']);
  expect(waitOf(waiting(60, { low: 20, high: 40 }), NOW)).toEqual({
    tone: 'late',
    promisedMinutes: 30,
    share: 2,
  });
});

test('a guest who was told one figure is measured by it, not by the range behind it', () => {
  expect(waitOf(waiting(26, { low: 12, high: 50, minutes: 25 }), NOW)).toMatchObject({
    promisedMinutes: 25,
    tone: 'late',
  });
});

test('nobody is late within the time of one party, or without a promise', () => {
  expect(waitOf(waiting(5, { low: 0, high: 0 }), NOW).tone).toBe('near');
  expect(waitOf(waiting(5.1, { low: 0, high: 0 }), NOW).tone).toBe('late');
  expect(waitOf(aGuest('Ada', { joinedAt: iso(0) }), NOW)).toEqual({ tone: 'ok' });
});

test('each size passes one filter; late and replied parties pass theirs, too', () => {
  const filtersOf = (about: Parameters<typeof aGuest>[1]) => {
    const guest = aGuest('Ada', { joinedAt: iso(NOW), ...about });
    return lineFilters.filter((filter) => passes(filter, guest, NOW));
  };
  expect([1, 2, 3, 4, 5, 6, 7, 120].map((numGuests) => filtersOf({ numGuests }))).toEqual([
    ['1-2'],
    ['1-2'],
    ['3-4'],
    ['3-4'],
    ['5-6'],
    ['5-6'],
    ['7+'],
    ['7+'],
  ]);
  expect(filtersOf({ numGuests: 1, onMyWayAt: iso(NOW) })).toEqual(['1-2', 'replied']);
  expect(filtersOf({ numGuests: 1, moreTimeAt: iso(NOW) })).toEqual(['1-2', 'replied']);
  const late = { numGuests: 8, joinedAt: iso(NOW - 60 * MINUTE_MS), promised: { low: 5, high: 9 } };
  expect(filtersOf(late)).toEqual(['7+', 'late']);
});

test('a no-show is done when it was told, though its hold would still run', () => {
  const told = { status: 'no_show', noShowAt: iso(NOW), holdEndsAt: iso(NOW + 4 * MINUTE_MS) } as const;
  expect(doneAtMs(aHeldGuest(told))).toBe(NOW);
});

test('parties of every state are found by words in any order, without accents, or by digits of the number', () => {
  const removed = aGuest('Zofia', { status: 'removed', removedAt: iso(NOW - MINUTE_MS) });
  const location = aView({
    queue: [
      aGuest('Łukasz', { lastName: 'Woźniak' }),
      aGuest('Zoë', { lastName: 'de Vries', phoneNumber: '+62 812-5550-0199' }),
    ],
    admittedCustomers: [aHeldGuest({ id: 'Zola', firstName: 'Zola', holdEndsAt: iso(NOW + MINUTE_MS) })],
    removedCustomers: [removed],
  });
  const ids = (typed: string) => {
    const found = searchAll(location, typed, NOW);
    return found && [found.inLine, found.arriving, found.done].map((list) => list.map(({ id }) => id));
  };
  expect(ids('  ')).toBe(null);
  expect(ids('vries ZOE')).toEqual([['Zoë'], [], []]);
  expect(ids('0199')).toEqual([['Zoë'], [], []]);
  expect(ids('wozniak')).toEqual([['Łukasz'], [], []]);
  expect(ids('zo')).toEqual([['Zoë'], ['Zola'], ['Zofia']]);
  expect(ids('zoe x')).toEqual([[], [], []]);
});

test('typed words are marked in a name', () => {
  const marked = (name: string, typed: string) =>
    markHits(name, typed)
      .map(({ part, hit }) => (hit ? `[${part}]` : part))
      .join('');
  expect(marked('Budi Santoso', 'budi')).toBe('[Budi] Santoso');
  expect(marked('Budi Santoso', 'san BU')).toBe('[Bu]di [San]toso');
  expect(marked('Zoë de Vries', 'zoe')).toBe('[Zoë] de Vries');
  expect(marked('Ana Banana', 'ana an')).toBe('[Ana] Banana');
  expect(marked('Budi', '0812')).toBe('Budi');
});

test('a row of an undo stands where its party stood, also when several were admitted', () => {
  const line = ['Ada', 'Budi', 'Cleo', 'Dewi'].map((id, index) => aGuest(id, { position: index + 1 }));
  const [ada, budi, , dewi] = line;
  if (!ada || !budi || !dewi) throw new Error('four guests');
  const offer = (visit: typeof ada, position: number): UndoOffer => ({
    kind: 'admit',
    visit: { ...visit, position },
    locationId: 'kemang',
  });
  const names = (left: typeof line, offers: UndoOffer[]) =>
    withUndoRows(left, offers).map(({ visit, undo }) => (undo ? `(${visit.id})` : visit.id));
  const without = (...ids: string[]) => line.filter(({ id }) => !ids.includes(id));
  expect(names(without('Budi'), [offer(budi, 2)])).toEqual(['Ada', '(Budi)', 'Cleo', 'Dewi']);
  // Before Ada left, Budi was at the second place.
  expect(names(without('Ada', 'Budi'), [offer(ada, 1), offer(budi, 1)])).toEqual([
    '(Ada)',
    '(Budi)',
    'Cleo',
    'Dewi',
  ]);
  expect(names(without('Dewi', 'Ada'), [offer(dewi, 4), offer(ada, 1)])).toEqual([
    '(Ada)',
    'Budi',
    'Cleo',
    '(Dewi)',
  ]);
  expect(names([], [offer(dewi, 4)])).toEqual(['(Dewi)']);
});

test('the most urgent remarks come first: a reply, a missing page, a failed text, a note', () => {
  const words = (about: Parameters<typeof aGuest>[1]) =>
    chipsOf(aGuest('Ada', about)).map((chip) => chip.words);
  expect(
    words({
      onMyWayAt: iso(NOW),
      moreTimeAt: iso(NOW),
      pageGone: true,
      message: { status: 'failed' },
      note: 'High chair',
      sameNumber: true,
      textCredits: 2,
    }),
  ).toEqual([
    'On my way',
    '5 more min',
    'Call by name',
    'Text failed',
    'High chair',
    'Same number twice',
    '2 SMS credits',
  ]);
  expect(words({ message: { status: 'delivered' }, note: 'Terrace' })).toEqual(['Terrace', 'Text delivered']);
  expect(words({})).toEqual([]);
  const held = { status: 'queued', error: 'account_hour' } as const;
  expect(words({ message: held, note: 'Terrace' })).toEqual(['Held: your hour’s limit', 'Terrace']);
  expect(words({ message: { status: 'queued' } })).toEqual(['Text queued']);
});
