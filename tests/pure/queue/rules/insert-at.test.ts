import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { unknownPace } from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { Line, RANK_STEP } from '../../../../src/shared/queue/rules/line.ts';
import { insertAt } from '../../../../src/shared/queue/rules/insert-at.ts';
import { serviceOf, type Undo } from '../../../../src/shared/queue/state.ts';
import { aLocation, aVisit, main } from '../../support/factories.ts';

const lineAt = (...ranks: number[]) => new Line(ranks.map((rank, index) => ({ id: `v${index}`, rank })));
const offerAt = (rank: number): Undo => ({
  visitId: 'offered',
  of: 'remove',
  until: 1,
  rank,
  charged: false,
  pace: unknownPace,
});
const lastRank = 1_000;
const newcomer = aVisit({ id: 'new' });

test.each([
  ['in front of all others', 1, 100 - RANK_STEP, lastRank],
  ['between two', 2, 150, lastRank],
  ['behind all others', 3, 200 + RANK_STEP, 200 + RANK_STEP],
])('a newcomer is put %s', (_, position, rank, highest) => {
  const placed = insertAt(aLocation({ service: { lastRank } }), lineAt(100, 200), newcomer, position);
  expect(placed).toEqual({ location: aLocation({ service: { lastRank: highest } }), rank, ranks: [] });
});

test('in an empty line there is one place', () => {
  const placed = insertAt(aLocation({ service: { lastRank } }), new Line([]), newcomer, 1);
  expect(placed).toEqual({
    location: aLocation({ service: { lastRank: RANK_STEP } }),
    rank: RANK_STEP,
    ranks: [],
  });
});

test('whoever is in line is placed among the others', () => {
  const line = lineAt(100, 200, 300);
  const rankAt = (position: number) =>
    insertAt(aLocation({ service: { lastRank } }), line, aVisit({ id: 'v0' }), position).rank;
  expect([1, 2, 3].map(rankAt)).toEqual([200 - RANK_STEP, 250, 300 + RANK_STEP]);
});

test('without room between two the others get new ranks, above all that were ever given', () => {
  const placed = insertAt(aLocation({ service: { lastRank } }), lineAt(1, 2, 3), newcomer, 2);
  expect(placed).toEqual({
    location: aLocation({ service: { lastRank: lastRank + 4 * RANK_STEP } }),
    rank: lastRank + 2 * RANK_STEP,
    ranks: [
      { id: 'v0', rank: lastRank + RANK_STEP },
      { id: 'v1', rank: lastRank + 3 * RANK_STEP },
      { id: 'v2', rank: lastRank + 4 * RANK_STEP },
    ],
  });
});

test.each([
  ['in front of all', 0, lastRank + RANK_STEP],
  ['just behind the first', 1, lastRank + 2 * RANK_STEP],
  ['just behind the second', 2, lastRank + 4 * RANK_STEP],
  ['behind all', 3, lastRank + 5 * RANK_STEP],
])('an offer to undo keeps its place %s', (_, offered, rank) => {
  const location = aLocation({ service: { lastRank, undos: [offerAt(offered)] } });
  const placed = insertAt(location, lineAt(1, 2, 3), newcomer, 2);
  expect(serviceOf(placed.location, main).undos).toEqual([offerAt(rank)]);
  // The row of the removed visit also gets the new rank.
  expect(placed.ranks).toContainEqual({ id: 'offered', rank });
});

test('where there is room an offer to undo stays as it is', () => {
  const undos = [offerAt(7)];
  const { location } = insertAt(aLocation({ service: { undos } }), lineAt(100, 200), newcomer, 2);
  expect(serviceOf(location, main).undos).toBe(undos);
});

test('wherever a party is put, it stands there, and the others keep their order', () => {
  const ranks = fc.uniqueArray(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      ranks,
      fc.nat(9),
      fc.nat(9),
      fc.integer({ min: -10, max: 10 }),
      (some, who, where, offered) => {
        const sorted = some.toSorted((a, b) => a - b);
        const line = lineAt(...sorted);
        const id = `v${who}`;
        const others = line.visits.filter((place) => place.id !== id);
        const position = (where % (others.length + 1)) + 1;
        const location = aLocation({ service: { lastRank: 9, undos: [offerAt(offered)] } });
        const placed = insertAt(location, line, aVisit({ id }), position);

        const rankOf = new Map(placed.ranks.map((place) => [place.id, place.rank]));
        const after = others.map((place) => ({ id: place.id, rank: rankOf.get(place.id) ?? place.rank }));
        const inLine = [...after, { id, rank: placed.rank }].toSorted((a, b) => a.rank - b.rank);
        const expected = others.map((place) => place.id);
        expected.splice(position - 1, 0, id);
        expect(inLine.map((place) => place.id)).toEqual(expected);
        expect(new Set(inLine.map((place) => place.rank)).size).toBe(inLine.length);
        expect(Math.max(...inLine.map((place) => place.rank))).toBeLessThanOrEqual(
          serviceOf(placed.location, main).lastRank,
        );
        const ahead = (places: readonly { rank: number }[], rank: number) =>
          places.filter((place) => place.rank <= rank).length;
        const [undo] = serviceOf(placed.location, main).undos;
        expect(ahead(after, undo?.rank ?? NaN)).toBe(ahead(others, offered));
      },
    ),
    { numRuns: 500 },
  );
});
