import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Line, RANK_STEP, rankBetween } from '../../../../src/shared/queue/rules/line.ts';

const lineOf = (...ranks: number[]) => new Line(ranks.map((rank) => ({ id: `v${rank}`, rank })));
const positions = (line: Line, ...ranks: number[]) => ranks.map((rank) => line.positionOf(`v${rank}`));

test('positions count from 1 in the order of the ranks', () => {
  const line = lineOf(-2, 5, 9);
  expect(positions(line, -2, 5, 9)).toEqual([1, 2, 3]);
  expect(line.length).toBe(3);
  expect(line.visits).toEqual([
    { id: 'v-2', rank: -2 },
    { id: 'v5', rank: 5 },
    { id: 'v9', rank: 9 },
  ]);
});

test('a visit that is not in line has position 0 and no rank', () => {
  expect(positions(lineOf(2, 5, 9), 1, 3, 10)).toEqual([0, 0, 0]);
  expect(positions(lineOf(), 1)).toEqual([0]);
  expect(lineOf(2, 5).rankOf('v3')).toBeUndefined();
  expect(lineOf(2, 5).rankOf('v5')).toBe(5);
});

test('whoever stood behind a removed party moves up by one', () => {
  const line = lineOf(2, 5, 9);
  line.remove('v5');
  expect(positions(line, 2, 5, 9)).toEqual([1, 0, 2]);
  expect(line.visits.map(({ rank }) => rank)).toEqual([2, 9]);
  expect(line.rankOf('v5')).toBeUndefined();
});

test('removing a visit that is not in line changes nothing', () => {
  const line = lineOf(2, 5);
  line.remove('v3');
  line.remove('v99');
  expect(positions(line, 2, 5)).toEqual([1, 2]);
});

test('a party is added where its rank belongs', () => {
  const line = lineOf(2, 9);
  line.add({ id: 'v5', rank: 5 });
  line.add({ id: 'v1', rank: 1 });
  line.add({ id: 'v10', rank: 10 });
  expect(positions(line, 1, 2, 5, 9, 10)).toEqual([1, 2, 3, 4, 5]);
  expect(line.rankOf('v5')).toBe(5);
});

test('a rank that is taken stands behind the one that has it', () => {
  const line = lineOf(2, 5, 9);
  expect([1, 2, 3, 5, 9, 10].map((rank) => line.positionFor(rank))).toEqual([1, 2, 2, 3, 4, 4]);
  expect(lineOf().positionFor(7)).toBe(1);
});

test('there is a rank before the first, behind the last, between two and in an empty line', () => {
  expect(rankBetween(null, null)).toBe(RANK_STEP);
  expect(rankBetween(null, 10)).toBe(10 - RANK_STEP);
  expect(rankBetween(10, null)).toBe(10 + RANK_STEP);
  expect(rankBetween(10, 20)).toBe(15);
  expect(rankBetween(10, 13)).toBe(11);
  expect(rankBetween(-13, -10)).toBe(-12);
});

test('two neighbours without a whole number between them leave no room', () => {
  expect(rankBetween(10, 12)).toBe(11);
  expect(rankBetween(10, 11)).toBeNull();
  expect(rankBetween(-11, -10)).toBeNull();
});

test('between two that joined one after the other there is room for 24 halvings', () => {
  let after: number | null = RANK_STEP;
  for (let halvings = 0; halvings < 24; halvings += 1) after = rankBetween(0, after) ?? fail();
  expect(rankBetween(0, after)).toBeNull();
});

test('whatever comes and goes, a line says what a sorted list says', () => {
  const rank = fc.integer({ min: -60, max: 60 });
  const comings = fc.array(fc.record({ rank, comes: fc.boolean() }), { maxLength: 80 });
  fc.assert(
    fc.property(fc.uniqueArray(rank), comings, (first, changes) => {
      const list = new Set(first);
      const line = lineOf(...first.toSorted((a, b) => a - b));
      for (const change of changes) {
        if (!change.comes) line.remove(`v${change.rank}`);
        else if (!list.has(change.rank)) line.add({ id: `v${change.rank}`, rank: change.rank });
        if (change.comes) list.add(change.rank);
        else list.delete(change.rank);
        const sorted = [...list].toSorted((a, b) => a - b);
        expect(line.visits.map((place) => place.rank)).toEqual(sorted);
        expect(line.positionOf(`v${change.rank}`)).toBe(sorted.indexOf(change.rank) + 1);
        expect(line.positionFor(change.rank)).toBe(sorted.filter((one) => one <= change.rank).length + 1);
      }
    }),
  );
});

function fail(): never {
  throw new Error('no room left');
}
