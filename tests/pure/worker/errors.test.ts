import { expect, test } from 'vitest';
import { retryable, isUnavailable, UnavailableError } from '../../../src/worker/db/errors.ts';

const lost = new Error('D1_ERROR: Network connection lost.');
const locked = new Error('D1_ERROR: database is locked: SQLITE_BUSY');
const overloaded = new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.');

test('a read may be repeated after any failure of a dependency', () => {
  expect(isUnavailable(lost, 'GET')).toBe(true);
  expect(isUnavailable(overloaded, 'HEAD')).toBe(true);
  expect(isUnavailable(Object.assign(new Error('reset'), { retryable: true }), 'GET')).toBe(true);
});

test('a write changed nothing only where it was turned away before it began', () => {
  expect(isUnavailable(overloaded, 'POST')).toBe(true);
  expect(isUnavailable(locked, 'POST')).toBe(true);
  expect(isUnavailable(Object.assign(new Error('too many'), { overloaded: true }), 'DELETE')).toBe(true);
  expect(isUnavailable(lost, 'POST')).toBe(false);
  expect(isUnavailable(Object.assign(new Error('reset'), { retryable: true }), 'POST')).toBe(false);
});

test('a call that failed before any change may be repeated with every method', async () => {
  for (const error of [lost, locked, overloaded, new Error('Failed query', { cause: lost })]) {
    const asked = retryable(Promise.reject(error));
    await expect(asked).rejects.toThrow(UnavailableError);
    expect(isUnavailable(await asked.catch((caught: unknown) => caught), 'POST')).toBe(true);
  }
  const bug = new TypeError('x is not a function');
  await expect(retryable(Promise.reject(bug))).rejects.toBe(bug);
  expect(await retryable(Promise.resolve(7))).toBe(7);
});

test("what lies behind drizzle's error counts, not what somebody typed into its message", () => {
  expect(isUnavailable(new Error('Failed query: select 1', { cause: lost }), 'GET')).toBe(true);
  const typed = new Error('Failed query: insert\nparams: overloaded', {
    cause: new Error('D1_ERROR: no such table'),
  });
  expect(isUnavailable(typed, 'GET')).toBe(false);
});

test('any other error is a bug', () => {
  for (const error of [new TypeError('x is not a function'), 'overloaded', null, undefined]) {
    expect(isUnavailable(error, 'GET')).toBe(false);
  }
});
