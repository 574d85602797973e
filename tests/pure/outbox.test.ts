import { expect, test } from 'vitest';
import {
  drain,
  NoAnswer,
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
  call: 1,
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
  isAway: (entries: OutboxEntry[]) => boolean = () => false,
) {
  const journal: string[] = [];
  const ids = (some: OutboxEntry[]) => some.map(({ id }) => id).join(' ');
  const deps: OutboxDeps = {
    now: () => NOW,
    random: () => 0,
    due: (kind, now, limit) =>
      entries.filter((entry) => entry.kind === kind && entry.dueAt <= now).slice(0, limit),
    beginText: async (entry) => {
      journal.push(`begin ${entry.id}`);
      return true;
    },
    sendText: async (entry) => {
      journal.push(`send ${entry.id}`);
      const reply = provider();
      if (reply instanceof Error) throw reply;
      return reply;
    },
    settleText: (entry, outcome) => void journal.push(`${outcome} ${entry.id}`),
    postponeText: (entry, dueAt) => void journal.push(`postpone ${entry.id} by ${dueAt - NOW}`),
    writeHistory: async (written) => {
      if (isAway(written)) throw new Error('D1 is away');
      journal.push(`history ${ids(written)}`);
    },
    dropHistory: (dropped) => void journal.push(`drop ${ids(dropped)}`),
    postponeHistory: (late, dueAt) => void journal.push(`postpone ${ids(late)} by ${dueAt - NOW}`),
    report: ({ kind, attempts, error }) =>
      void journal.push(
        `report ${kind} ${attempts} ${error instanceof Error ? error.message : String(error)}`,
      ),
  };
  return { deps, journal };
}

async function journalOf(...about: Parameters<typeof outboxOf>): Promise<string[]> {
  const { deps, journal } = outboxOf(...about);
  await drain('turn_text', deps);
  await drain('history', deps);
  return journal;
}

test('a text is noted as being sent before the call', async () => {
  expect(await journalOf([aText()])).toEqual(['begin text-1', 'send text-1', 'sent text-1']);
});

test.each(['refused', 'unknown'] as const)('a text that is %s is settled and reported', async (delivery) => {
  expect(await journalOf([aText({ attempts: 3 })], () => delivery)).toEqual([
    'begin text-1',
    'send text-1',
    `report turn_text 3 ${delivery}`,
    `${delivery} text-1`,
  ]);
});

test('an answer that never came is unknown, and no second text is risked', async () => {
  expect(await journalOf([aText()], () => new Error('connection lost'))).toEqual([
    'begin text-1',
    'send text-1',
    'report turn_text 0 connection lost',
    'unknown text-1',
  ]);
});

test('a text whose call was cut off is unknown without another call, even after its hold', async () => {
  expect(await journalOf([aText({ sending: true })])).toEqual(['unknown text-1']);
  expect(await journalOf([aText({ sending: true, expiresAt: NOW })])).toEqual(['unknown text-1']);
});

test('a text is not sent once its hold has ended', async () => {
  expect(await journalOf([aText({ expiresAt: NOW })])).toEqual(['begin text-1', 'expired text-1']);
  expect(await journalOf([aText({ expiresAt: NOW + 1 })])).toContain('sent text-1');
  expect(await journalOf([aText({ expiresAt: null })])).toContain('sent text-1');
});

test('a text that was taken back since it was due is left alone, also after its hold', async () => {
  const { deps, journal } = outboxOf([aText(), aText({ id: 'text-2', expiresAt: NOW })]);
  deps.beginText = async () => false;
  await drain('turn_text', deps);
  expect(journal).toEqual([]);
});

test('a provider that asks to wait is asked again later', async () => {
  expect(await journalOf([aText({ attempts: 2 })], () => 'later')).toEqual([
    'begin text-1',
    'send text-1',
    'report turn_text 2 later',
    'postpone text-1 by 8000',
  ]);
});

test('what is not due is left alone', async () => {
  expect(await journalOf([aText({ dueAt: NOW + 1 }), aHistory({ dueAt: NOW + 1 })])).toEqual([]);
});

test('fifty entries are taken in one go', async () => {
  const texts = Array.from({ length: 60 }, (_, n) => aText({ id: `text-${n}` }));
  const journal = await journalOf(texts);
  const sent = journal.filter((line) => line.startsWith('sent'));
  expect(sent.toSorted()).toEqual(
    texts
      .slice(0, 50)
      .map(({ id }) => `sent ${id}`)
      .toSorted(),
  );
});

test('no more than five texts are on their way at a time', async () => {
  const { deps, journal } = outboxOf(Array.from({ length: 12 }, (_, n) => aText({ id: `text-${n}` })));
  const answers: (() => void)[] = [];
  deps.sendText = (entry) => {
    journal.push(`send ${entry.id}`);
    return new Promise((resolve) => {
      answers.push(() => resolve('sent'));
    });
  };
  const drained = drain('turn_text', deps);
  const onTheirWay = () => journal.filter((line) => line.startsWith('send')).length;
  const begun: number[] = [];
  while (answers.length < 12) {
    await new Promise(setImmediate);
    begun.push(onTheirWay());
    answers[begun.length - 1]?.();
  }
  for (const answer of answers) answer();
  await drained;
  expect(begun).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
  expect(journal.filter((line) => line.startsWith('sent'))).toHaveLength(12);
});

test('history rows go out together and leave the outbox after they are written', async () => {
  expect(await journalOf([aHistory(), aHistory({ id: 'other:1' })])).toEqual([
    'history visit:1 other:1',
    'drop visit:1 other:1',
  ]);
});

test('no text, no history: nobody is called', async () => {
  expect(await journalOf([])).toEqual([]);
});

test('a database that is away keeps the history and stops no text', async () => {
  const journal = await journalOf(
    [aHistory(), aText()],
    () => 'sent',
    () => true,
  );
  expect(journal.toSorted()).toEqual([
    'begin text-1',
    'postpone visit:1 by 2000',
    'report history 0 D1 is away',
    'send text-1',
    'sent text-1',
  ]);
});

test('the first failure of a batch is taken for a passing trouble', async () => {
  expect(await journalOf([aHistory(), aHistory({ id: 'bad:1' })], undefined, () => true)).toEqual([
    'report history 0 D1 is away',
    'postpone visit:1 bad:1 by 2000',
  ]);
});

test('a row that can never be written does not hold the others back', async () => {
  const rows = ['a:1', 'b:1', 'bad:1', 'd:1', 'e:1'].map((id, n) =>
    aHistory({ id, attempts: n === 1 ? 1 : 0 }),
  );
  const journal = await journalOf(rows, undefined, (entries) => entries.some(({ id }) => id === 'bad:1'));
  expect(journal.toSorted()).toEqual([
    'drop a:1 b:1',
    'history a:1 b:1',
    'postpone bad:1 d:1 e:1 by 2000',
    'report history 0 D1 is away',
    'report history 1 D1 is away',
  ]);
});

test('a database that gave no answer in time says nothing about single rows: all wait together', async () => {
  const { deps, journal } = outboxOf(['a:1', 'b:1'].map((id) => aHistory({ id, attempts: 1 })));
  deps.writeHistory = () => Promise.reject(new NoAnswer('no answer in time'));
  await drain('history', deps);
  expect(journal).toEqual(['report history 1 no answer in time', 'postpone a:1 b:1 by 4000']);
});

test('a drain of one kind leaves the other alone', async () => {
  const { deps, journal } = outboxOf([aText(), aHistory()]);
  await drain('history', deps);
  expect(journal).toEqual(['history visit:1', 'drop visit:1']);
});

test('a bad row is found by halves, and alone waits for longer', async () => {
  const rows = ['a:1', 'b:1', 'bad:1', 'd:1'].map((id) => aHistory({ id, attempts: 1 }));
  const journal = await journalOf(rows, undefined, (entries) => entries.some(({ id }) => id === 'bad:1'));
  expect(journal).toEqual([
    'report history 1 D1 is away',
    'history a:1 b:1',
    'drop a:1 b:1',
    'report history 1 D1 is away',
    'report history 1 D1 is away',
    'postpone bad:1 by 4000',
    'history d:1',
    'drop d:1',
  ]);
});

test('retries double, stay under five minutes and spread by up to half', () => {
  expect([0, 1, 2, 3].map((attempts) => retryDelayMs(attempts, 0))).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect([7, 8, 1_000, 1e9].map((attempts) => retryDelayMs(attempts, 0))).toEqual([
    256_000, 300_000, 300_000, 300_000,
  ]);
  expect(retryDelayMs(0, 0.5)).toBe(1_500);
  expect(retryDelayMs(0, 0.999_999)).toBe(1_000);
});
