import { expect, test, vi } from 'vitest';
import { log, reasonOf } from '../../../src/worker/platform/log.ts';
import { runInLogContext, newTraceId, requestIdOf } from '../../../src/worker/platform/log-context.ts';

test('a line ends with the work it belongs to, and has none outside of any', () => {
  const lines: unknown[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  const event = { event: 'location_erased', locationId: 'location' } as const;
  runInLogContext({ alarmId: 'a1' }, () => {
    log(event);
    runInLogContext({ cronId: 'c1' }, () => log(event));
    log(event);
  });
  log(event);
  expect(lines).toEqual([
    '{"event":"location_erased","locationId":"location","alarmId":"a1"}',
    '{"event":"location_erased","locationId":"location","cronId":"c1"}',
    '{"event":"location_erased","locationId":"location","alarmId":"a1"}',
    '{"event":"location_erased","locationId":"location"}',
  ]);
});

test('events that need a person are errors, others are not', () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  log({ event: 'alarm_failed', locationId: 'location', reason: 'TypeError' });
  expect(complaint.mock.calls).toEqual([
    ['{"event":"alarm_failed","locationId":"location","reason":"TypeError"}'],
  ]);
  complaint.mockClear();
});

test('a reason is the kind of an error and its place, never its message', () => {
  const error = new TypeError('Maya Putri, +62 812 3456 7890', {
    cause: new Error('D1_ERROR: UNIQUE: SQLITE_CONSTRAINT Maya'),
  });
  expect(reasonOf(error)).toMatch(/^TypeError SQLITE_CONSTRAINT at .+log\.test\.ts:\d+:\d+/);
  expect(reasonOf(error)).not.toMatch(/Maya|Putri|812/);
  expect(reasonOf('Maya Putri')).toBe('string');
});

test('an object that gets more than it can take is called overloaded', () => {
  const error = Object.assign(new Error('Durable Object is overloaded.'), { overloaded: true });
  expect(reasonOf(error)).toMatch(/^Error overloaded at /);
});

test('ids are random, and a request without the platform’s id gets one', () => {
  const ids = Array.from({ length: 100 }, newTraceId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{16}$/);
  expect(requestIdOf(new Request('https://a.example'))).toMatch(/^[\da-f]{16}$/);
});
