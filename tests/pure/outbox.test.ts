import { expect, test } from 'vitest';
import {
  drain,
  retryDelayMs,
  type OutboxDeps,
  type OutboxEntry,
  type TextDelivery,
} from '../../src/worker/queue/outbox.ts';
import { NOW } from './factories.ts';

const aText = (about: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'text-1',
  kind: 'turn_text',
  visitId: 'visit',
  payload: '{}',
  sending: false,
  attempts: 0,
  dueAt: NOW,
  expiresAt: NOW + 300_000,
  ...about,
});
const aHistory = (about: Partial<OutboxEntry> = {}) =>
  aText({ id: 'visit:1', kind: 'history', expiresAt: null, ...about });

/** An outbox with these entries; the journal says what happened to each, in order. */
function outboxOf(
  entries: OutboxEntry[],
  provider: () => TextDelivery | Error = () => 'sent',
  historyFails = false,
) {
  const journal: string[] = [];
  const deps: OutboxDeps = {
    now: () => NOW,
    random: () => 0,
    due: (now, limit) => entries.filter((entry) => entry.dueAt <= now).slice(0, limit),
    beginText: async (entry) => void journal.push(`begin ${entry.id}`),
    sendText: async (entry) => {
      journal.push(`send ${entry.id}`);
      const reply = provider();
      if (reply instanceof Error) throw reply;
      return reply;
    },
    settleText: (entry, outcome) => void journal.push(`${outcome} ${entry.id}`),
    postponeText: (entry, dueAt) => void journal.push(`postpone ${entry.id} by ${dueAt - NOW}`),
    writeHistory: async (written) => {
      if (historyFails) throw new Error('D1 is away');
      journal.push(`history ${written.map(({ id }) => id).join(' ')}`);
    },
    dropHistory: (dropped) => void journal.push(`drop ${dropped.map(({ id }) => id).join(' ')}`),
    postponeHistory: (late, dueAt) =>
      void journal.push(`postpone ${late.map(({ id }) => id).join(' ')} by ${dueAt - NOW}`),
    report: ({ kind, attempts }) => void journal.push(`report ${kind} ${attempts}`),
  };
  return { deps, journal };
}

test('a text is noted as being sent before the call', async () => {
  const { deps, journal } = outboxOf([aText()]);
  await drain(deps);
  expect(journal).toEqual(['begin text-1', 'send text-1', 'sent text-1']);
});

test('a refused text is settled and reported', async () => {
  const { deps, journal } = outboxOf([aText()], () => 'refused');
  await drain(deps);
  expect(journal).toEqual(['begin text-1', 'send text-1', 'report turn_text 0', 'refused text-1']);
});

test('an answer that never came is unknown, and no second text is risked', async () => {
  const { deps, journal } = outboxOf([aText()], () => new Error('connection lost'));
  await drain(deps);
  expect(journal).toEqual(['begin text-1', 'send text-1', 'report turn_text 0', 'unknown text-1']);
});

test('a text whose call was cut off is unknown without another call', async () => {
  const { deps, journal } = outboxOf([aText({ sending: true })]);
  await drain(deps);
  expect(journal).toEqual(['unknown text-1']);
});

test('a text is not sent once its hold has ended', async () => {
  const { deps, journal } = outboxOf([aText({ expiresAt: NOW })]);
  await drain(deps);
  expect(journal).toEqual(['expired text-1']);
});

test('a provider that asks to wait is asked again later', async () => {
  const { deps, journal } = outboxOf([aText({ attempts: 2 })], () => 'later');
  await drain(deps);
  expect(journal).toEqual(['begin text-1', 'send text-1', 'report turn_text 2', 'postpone text-1 by 8000']);
});

test('what is not due is left alone', async () => {
  const { deps, journal } = outboxOf([aText({ dueAt: NOW + 1 }), aHistory({ dueAt: NOW + 1 })]);
  await drain(deps);
  expect(journal).toEqual([]);
});

test('history rows go out together and leave the outbox after they are written', async () => {
  const { deps, journal } = outboxOf([aHistory(), aHistory({ id: 'other:1' })]);
  await drain(deps);
  expect(journal).toEqual(['history visit:1 other:1', 'drop visit:1 other:1']);
});

test('a database that is away keeps the history and stops no text', async () => {
  const { deps, journal } = outboxOf([aHistory({ attempts: 1 }), aText()], () => 'sent', true);
  await drain(deps);
  expect(journal).toContain('postpone visit:1 by 4000');
  expect(journal).toContain('sent text-1');
  expect(journal).not.toContain('drop visit:1');
});

test('a row that can never be written does not hold the others back', async () => {
  const { deps, journal } = outboxOf([aHistory({ attempts: 1 }), aHistory({ id: 'bad:1', attempts: 1 })]);
  const { writeHistory } = deps;
  deps.writeHistory = async (entries) => {
    if (entries.some(({ id }) => id === 'bad:1')) throw new Error('unreadable');
    return writeHistory(entries);
  };
  await drain(deps);
  expect(journal.toSorted()).toEqual([
    'drop visit:1',
    'history visit:1',
    'postpone bad:1 by 4000',
    'report history 1',
    'report history 1',
  ]);
});

test('every text is delivered when there are many', async () => {
  const texts = Array.from({ length: 23 }, (_, n) => aText({ id: `text-${n}` }));
  const { deps, journal } = outboxOf(texts);
  await drain(deps);
  expect(journal.filter((line) => line.startsWith('sent'))).toHaveLength(23);
});

test('retries double, stay under five minutes and spread by up to half', () => {
  expect([0, 1, 2, 3].map((attempts) => retryDelayMs(attempts, 0))).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(retryDelayMs(1_000, 0)).toBe(300_000);
  expect(retryDelayMs(0, 0.999_999)).toBe(1_000);
});
