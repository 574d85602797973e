/** How long the names and numbers of ended visits are stored. */
import { expect, test } from 'vitest';
import { PEOPLE_RETENTION_MS } from '../../../../src/shared/limits.ts';
import { eraseDueAt, eraseUpTo } from '../../../../src/shared/queue/rules/retention.ts';

const DAY_MS = 24 * 3_600_000;
const ended = Date.parse('2026-11-21T10:00:00.000Z');

test('guests are known for 30 days after their visit ended', () => {
  expect(PEOPLE_RETENTION_MS).toBe(30 * DAY_MS);
  expect(eraseDueAt(ended)).toBe(Date.parse('2026-12-21T10:00:00.000Z'));
});

test('without names there is no time to wake up', () => {
  expect(eraseDueAt(null)).toBeNull();
});

test('visits due within the hour are erased with a due one, and no others', () => {
  const now = ended + PEOPLE_RETENTION_MS;
  expect(eraseUpTo(now)).toBe(Date.parse('2026-11-21T11:00:00.000Z'));
  expect(eraseUpTo(now)).toBeGreaterThanOrEqual(ended);
});
