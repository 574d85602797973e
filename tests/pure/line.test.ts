import { expect, test } from 'vitest';
import { Line } from '../../src/worker/queue/line.ts';

const lineOf = (...ranks: number[]) => new Line(ranks.map((rank) => ({ id: `v${rank}`, rank })));
const positions = (line: Line, ...ranks: number[]) => ranks.map((rank) => line.positionOf(rank));

test('positions count from 1 in the order of the ranks', () => {
  expect(positions(lineOf(2, 5, 9), 2, 5, 9)).toEqual([1, 2, 3]);
});

test('a rank that is not in line has position 0', () => {
  expect(positions(lineOf(2, 5, 9), 1, 3, 10)).toEqual([0, 0, 0]);
  expect(positions(lineOf(), 1)).toEqual([0]);
});

test('whoever stood behind a removed party moves up by one', () => {
  const line = lineOf(2, 5, 9);
  line.remove(5);
  expect(positions(line, 2, 5, 9)).toEqual([1, 0, 2]);
  expect(line.length).toBe(2);
});

test('removing a rank that is not in line changes nothing', () => {
  const line = lineOf(2, 5);
  line.remove(3);
  line.remove(99);
  expect(positions(line, 2, 5)).toEqual([1, 2]);
});

test('a party is added where its rank belongs', () => {
  const line = lineOf(2, 9);
  line.add({ id: 'v5', rank: 5 });
  line.add({ id: 'v1', rank: 1 });
  line.add({ id: 'v10', rank: 10 });
  expect(positions(line, 1, 2, 5, 9, 10)).toEqual([1, 2, 3, 4, 5]);
});
