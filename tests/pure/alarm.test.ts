import { expect, test } from 'vitest';
import { nextWake } from '../../src/worker/queue/alarm.ts';

test.each([
  ['nothing is due', null, null, null],
  ['only a hold runs', 20, null, 20],
  ['only the outbox waits', null, 30, 30],
  ['the hold ends first', 20, 30, 20],
  ['the outbox is due first', 40, 30, 30],
])('the alarm when %s', (_, holdEndsAt, outboxDueAt, expected) => {
  expect(nextWake({ holdEndsAt, outboxDueAt })).toBe(expected);
});
