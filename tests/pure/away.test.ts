import { expect, test } from 'vitest';
import { beforeAnyChange, isAway, NothingWasDone } from '../../src/worker/db/away.ts';

const lost = new Error('D1_ERROR: Network connection lost.');
const locked = new Error('D1_ERROR: database is locked: SQLITE_BUSY');
const overloaded = new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.');

test('a read may be tried again whatever was away', () => {
  expect(isAway(lost, 'GET')).toBe(true);
  expect(isAway(overloaded, 'HEAD')).toBe(true);
  expect(isAway(Object.assign(new Error('reset'), { retryable: true }), 'GET')).toBe(true);
});

test('a write changed nothing only where it was turned away before it began', () => {
  expect(isAway(overloaded, 'POST')).toBe(true);
  expect(isAway(locked, 'POST')).toBe(true);
  expect(isAway(Object.assign(new Error('too many'), { overloaded: true }), 'DELETE')).toBe(true);
  expect(isAway(lost, 'POST')).toBe(false);
  expect(isAway(Object.assign(new Error('reset'), { retryable: true }), 'POST')).toBe(false);
});

test('what was asked before any change may be tried again whatever the method', async () => {
  for (const error of [lost, locked, overloaded, new Error('Failed query', { cause: lost })]) {
    const asked = beforeAnyChange(Promise.reject(error));
    await expect(asked).rejects.toThrow(NothingWasDone);
    expect(isAway(await asked.catch((caught: unknown) => caught), 'POST')).toBe(true);
  }
  const bug = new TypeError('x is not a function');
  await expect(beforeAnyChange(Promise.reject(bug))).rejects.toBe(bug);
  expect(await beforeAnyChange(Promise.resolve(7))).toBe(7);
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
