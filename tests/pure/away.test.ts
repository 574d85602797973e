import { expect, test } from 'vitest';
import { isAway } from '../../src/worker/db/away.ts';

const lost = new Error('D1_ERROR: Network connection lost.');
const overloaded = new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.');

test('a read may be tried again whatever was away', () => {
  expect(isAway(lost, 'GET')).toBe(true);
  expect(isAway(overloaded, 'HEAD')).toBe(true);
  expect(isAway(Object.assign(new Error('reset'), { retryable: true }), 'GET')).toBe(true);
});

test('a write changed nothing only where it was turned away before it began', () => {
  expect(isAway(overloaded, 'POST')).toBe(true);
  expect(isAway(Object.assign(new Error('too many'), { overloaded: true }), 'DELETE')).toBe(true);
  expect(isAway(lost, 'POST')).toBe(false);
  expect(isAway(Object.assign(new Error('reset'), { retryable: true }), 'POST')).toBe(false);
});

test("what lies behind drizzle's error counts, not what somebody typed into its message", () => {
  expect(isAway(new Error('Failed query: select 1', { cause: lost }), 'GET')).toBe(true);
  const typed = new Error('Failed query: insert\nparams: overloaded', {
    cause: new Error('D1_ERROR: no such table'),
  });
  expect(isAway(typed, 'GET')).toBe(false);
});

test('anything else is a bug', () => {
  for (const error of [new TypeError('x is not a function'), 'overloaded', null, undefined]) {
    expect(isAway(error, 'GET')).toBe(false);
  }
});
