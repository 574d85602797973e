import { expect, test } from 'vitest';
import { nextWake } from '../../src/shared/queue/rules/alarm.ts';

const never = {
  holdEndsAt: null,
  settlesAt: null,
  undoEndsAt: null,
  nearlyAt: null,
  textDueAt: null,
  historyDueAt: null,
  reminderDueAt: null,
  erasesAt: null,
  forgetsAt: null,
};
const kinds = [
  'holdEndsAt',
  'settlesAt',
  'undoEndsAt',
  'nearlyAt',
  'textDueAt',
  'historyDueAt',
  'reminderDueAt',
  'erasesAt',
  'forgetsAt',
] as const;

test('nothing that is coming needs no alarm', () => {
  expect(nextWake(never)).toBeNull();
});

test.each(kinds)('%s alone is the alarm, also at the beginning of time', (kind) => {
  expect(nextWake({ ...never, [kind]: 20 })).toBe(20);
  expect(nextWake({ ...never, [kind]: 0 })).toBe(0);
});

test.each(kinds)('of several the earliest is the alarm: %s', (kind) => {
  const all = {
    holdEndsAt: 30,
    settlesAt: 31,
    undoEndsAt: 32,
    nearlyAt: 37,
    textDueAt: 33,
    historyDueAt: 34,
    reminderDueAt: 37,
    erasesAt: 35,
    forgetsAt: 36,
  };
  expect(nextWake({ ...all, [kind]: 20 })).toBe(20);
});
