import { expect, test } from 'vitest';
import {
  drain,
  NoAnswer,
  retryDelayMs,
  type OutboxDeps,
  type OutboxEntry,
  type TextDelivery,
  type TextFinding,
} from '../../../src/worker/deliveries/outbox.ts';
import { NOW } from '../support/factories.ts';

const aText = (about: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id: 'text-1',
  kind: 'turn_text',
  visitId: 'visit',
  call: 1,
  payload: '{}',
  phase: 'queued',
  attempts: 0,
  unconfirmedAttempts: 0,
  begunAt: null,
  dueAt: NOW,
  expiresAt: NOW + 300_000,
  ...about,
});
const aHistory = (about: Partial<OutboxEntry> = {}) =>
  aText({ id: 'visit:1', kind: 'history', expiresAt: null, ...about });

const sent = { outcome: 'sent', providerId: 'SM1' } as const;
const taken = '{"progress":"sent","providerId":"SM1"}';

type World = {
  provider?: () => TextDelivery | Error;
  /** What the provider says when it is asked for a text. */
  found?: () => TextFinding | Error;
  isAway?: (entries: OutboxEntry[]) => boolean;
};

/** An outbox with these entries; the journal says what happened to each, in order. */
function outboxOf(
  entries: OutboxEntry[],
  { provider = () => sent, found = () => ({ outcome: 'absent' }), isAway = () => false }: World = {},
) {
  const journal: string[] = [];
  const ids = (some: OutboxEntry[]) => some.map(({ id }) => id).join(' ');
  const answer = <T>(reply: T | Error): T => {
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const deps: OutboxDeps = {
    now: () => NOW,
    random: () => 0,
    due: (kind, now, limit) =>
      entries.filter((entry) => entry.kind === kind && entry.dueAt <= now).slice(0, limit),
    isPending: () => true,
    beginText: async (entry) => {
      journal.push(`begin ${entry.id}`);
      return true;
    },
    sendText: async (entry) => {
      journal.push(`send ${entry.id}`);
      return answer(provider());
    },
    lookUp: async (entry) => {
      journal.push(`ask ${entry.id}`);
      return answer(found());
    },
    finishText: (entry, { progress, providerId, why }) =>
      void journal.push(`settle ${entry.id} ${JSON.stringify({ progress, providerId, why })}`),
    postponeText: (entry, dueAt) => void journal.push(`postpone ${entry.id} by ${dueAt - NOW}`),
    markUnconfirmed: (entry, askAt) => void journal.push(`doubt ${entry.id}, ask in ${askAt - NOW}`),
    scheduleReconcile: (entry, askAt) => void journal.push(`ask ${entry.id} in ${askAt - NOW}`),
    recordResult: (outcome) => void journal.push(outcome),
    openUntil: () => null,
    deferAll: () => void journal.push('hold back'),
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

const unheard = { outcome: 'unknown', reason: 'status 500' } as const;
const stopped = { outcome: 'stopped', reason: '401 20003' } as const;
/** Its call ended without an answer two minutes ago. */
const inDoubt = (about: Partial<OutboxEntry> = {}) =>
  aText({ phase: 'unknown', unconfirmedAttempts: 1, begunAt: NOW - 120_000, ...about });

test('a text is noted as being sent before the call', async () => {
  expect(await journalOf([aText()])).toEqual([
    'begin text-1',
    'send text-1',
    'answered',
    `settle text-1 ${taken}`,
  ]);
});

test('what the provider says at once is kept: how far the text came, and why not further', async () => {
  const failed = { outcome: 'failed', providerId: 'SM1', why: 'blocked' } as const;
  expect(await journalOf([aText()], { provider: () => failed })).toContain(
    'settle text-1 {"progress":"failed","providerId":"SM1","why":"blocked"}',
  );
});

test('a text that is refused is settled with the reason, and reported', async () => {
  const refused = { outcome: 'refused', reason: '400 21610', why: 'opted_out' } as const;
  expect(await journalOf([aText({ attempts: 3 })], { provider: () => refused })).toEqual([
    'begin text-1',
    'send text-1',
    'answered',
    'report turn_text 3 400 21610',
    'settle text-1 {"progress":"refused","why":"opted_out"}',
  ]);
});

test('a call that is not answered, or thrown out of, is doubted and asked about: no second text is risked', async () => {
  const told = (reason: string) => [
    'begin text-1',
    'send text-1',
    'unanswered',
    `report turn_text 0 ${reason}`,
    'doubt text-1, ask in 5000',
  ];
  expect(await journalOf([aText()], { provider: () => unheard })).toEqual(told('status 500'));
  expect(await journalOf([aText()], { provider: () => new Error('lost') })).toEqual(told('lost'));
});

test('a text whose call was cut off is doubted without another call, even after its hold', async () => {
  const cutOff = ['doubt text-1, ask in 5000'];
  expect(await journalOf([aText({ phase: 'sending' })])).toEqual(cutOff);
  expect(await journalOf([aText({ phase: 'sending', expiresAt: NOW })])).toEqual(cutOff);
});

test('a text is not sent once its hold has ended', async () => {
  expect(await journalOf([aText({ expiresAt: NOW })])).toEqual(['settle text-1 {"progress":"expired"}']);
  expect(await journalOf([aText({ expiresAt: NOW + 1 })])).toContain(`settle text-1 ${taken}`);
  expect(await journalOf([aText({ expiresAt: null })])).toContain(`settle text-1 ${taken}`);
});

test('a text that is not owed any more is left alone, whatever is known of it', async () => {
  const texts = [aText(), aText({ expiresAt: NOW }), aText({ phase: 'sending' }), inDoubt()];
  const { deps, journal } = outboxOf(texts);
  deps.isPending = () => false;
  await drain('turn_text', deps);
  expect(journal).toEqual([]);
});

test('a text that was taken back while it was begun is not sent', async () => {
  const { deps, journal } = outboxOf([aText()]);
  deps.beginText = async () => false;
  await drain('turn_text', deps);
  expect(journal).toEqual([]);
});

test.each([sent, unheard, stopped, { outcome: 'later', reason: '429' } as const])(
  'after a receipt that overtook it the answer $outcome to a call or a question changes nothing',
  async (reply) => {
    for (const text of [aText(), inDoubt()]) {
      const { deps, journal } = outboxOf([text], { provider: () => reply, found: () => reply });
      let looks = 0;
      deps.isPending = () => (looks += 1) === 1;
      await drain('turn_text', deps);
      expect(journal.filter((line) => /settle|doubt|postpone|in \d/.test(line))).toEqual([]);
      expect(looks).toBe(2);
    }
  },
);

test.each([
  [null, 8_000],
  [3_000, 8_000],
  [20_000, 20_000],
])('a provider that asks to wait %s ms is asked again %s ms later', async (afterMs, waitMs) => {
  const later = { outcome: 'later', reason: '429', afterMs } as const;
  expect(await journalOf([aText({ attempts: 2 })], { provider: () => later })).toEqual([
    'begin text-1',
    'send text-1',
    'answered',
    'report turn_text 2 429',
    `postpone text-1 by ${waitMs}`,
  ]);
});

test('a text that has to wait is looked at again at the end of its hold at the latest', async () => {
  const later = { outcome: 'later', reason: '429', afterMs: 400_000 } as const;
  expect(await journalOf([aText()], { provider: () => later })).toContain('postpone text-1 by 300000');
  expect(await journalOf([aText({ expiresAt: null })], { provider: () => later })).toContain(
    'postpone text-1 by 400000',
  );
});

test('a text of a refused account is queued again: it was not sent', async () => {
  expect(await journalOf([aText()], { provider: () => stopped })).toEqual([
    'begin text-1',
    'send text-1',
    'stopped',
    'report turn_text 0 401 20003',
    'postpone text-1 by 2000',
  ]);
});

test('a text in doubt that the provider has is settled as the provider says', async () => {
  const delivered = { outcome: 'delivered', providerId: 'SM2' } as const;
  expect(await journalOf([inDoubt()], { found: () => delivered })).toEqual([
    'ask text-1',
    'answered',
    'settle text-1 {"progress":"delivered","providerId":"SM2"}',
  ]);
});

test('a provider that does not have a text yet may still come to have it, for a minute', async () => {
  const asked = (agoMs: number) => journalOf([inDoubt({ begunAt: NOW - agoMs })]);
  expect(await asked(15_000)).toEqual(['ask text-1', 'answered', 'ask text-1 in 45000']);
  expect(await asked(59_999)).toEqual(['ask text-1', 'answered', 'ask text-1 in 1']);
  expect(await asked(60_000)).toContain('send text-1');
});

test('a text that was certainly never taken is sent once more, and not a third time', async () => {
  expect(await journalOf([inDoubt()])).toEqual([
    'ask text-1',
    'answered',
    'begin text-1',
    'send text-1',
    'answered',
    `settle text-1 ${taken}`,
  ]);
  expect(await journalOf([inDoubt({ unconfirmedAttempts: 2 })])).toEqual([
    'ask text-1',
    'answered',
    'settle text-1 {"progress":"not_taken"}',
  ]);
});

test('a text that was never taken is given up when its hold has ended', async () => {
  for (const unconfirmedAttempts of [1, 2]) {
    expect(await journalOf([inDoubt({ unconfirmedAttempts, expiresAt: NOW })])).toEqual([
      'ask text-1',
      'answered',
      'settle text-1 {"progress":"expired"}',
    ]);
  }
});

test.each([
  [unheard, 4_000],
  [{ outcome: 'later', reason: '429', afterMs: 9_000 } as const, 9_000],
  [stopped, 4_000],
])('while the provider cannot be asked, it is asked again later: %o', async (found, waitMs) => {
  const journal = await journalOf([inDoubt({ attempts: 1 })], { found: () => found });
  expect(journal.at(-1)).toBe(`ask text-1 in ${waitMs}`);
  expect(journal).not.toContain('send text-1');
});

test('after an hour of asking a text stays unknown', async () => {
  const hour = 3_600_000;
  const asked = (agoMs: number) => journalOf([inDoubt({ begunAt: NOW - agoMs })], { found: () => unheard });
  expect((await asked(hour - 1)).at(-1)).toBe('ask text-1 in 2000');
  expect((await asked(hour)).at(-1)).toBe('settle text-1 {"progress":"unknown"}');
  // Begun by an older release, which did not note when.
  const old = await journalOf([inDoubt({ begunAt: null })], { found: () => unheard });
  expect(old.at(-1)).toBe('settle text-1 {"progress":"unknown"}');
});

test('while texts are held back none is sent or asked for, and what is too late is given up', async () => {
  const texts = [
    aText({ id: 'waits' }),
    aText({ id: 'over', expiresAt: NOW }),
    inDoubt({ id: 'doubted', expiresAt: NOW }),
    inDoubt({ id: 'old', begunAt: NOW - 3_600_000 }),
    aText({ id: 'cut off', phase: 'sending', expiresAt: NOW }),
  ];
  const { deps, journal } = outboxOf(texts);
  deps.openUntil = () => NOW + 1;
  await drain('turn_text', deps);
  expect(journal).toEqual([
    'settle over {"progress":"expired"}',
    'settle old {"progress":"unknown"}',
    'hold back',
  ]);
});

test('what a receipt settled is not given up while texts are held back', async () => {
  const { deps, journal } = outboxOf([aText({ expiresAt: NOW })]);
  deps.openUntil = () => NOW + 1;
  deps.isPending = () => false;
  await drain('turn_text', deps);
  expect(journal).toEqual(['hold back']);
});

test.each([
  ['still refused', stopped, ['text-0']],
  ['well again', sent, ['text-0', 'text-1', 'text-2']],
] as const)('one text finds out whether the provider is %s', async (_, reply, tried) => {
  const texts = [0, 1, 2].map((n) => aText({ id: `text-${n}` }));
  const { deps, journal } = outboxOf(texts, { provider: () => reply });
  let held: number | null = NOW;
  deps.openUntil = () => held;
  deps.recordResult = (outcome) => {
    held = outcome === 'answered' ? null : NOW + 30_000;
  };
  await drain('turn_text', deps);
  expect(journal.filter((line) => line.startsWith('send'))).toEqual(tried.map((id) => `send ${id}`));
  expect(journal.includes('hold back')).toBe(held !== null);
});

test('a text that needs no call does not find out anything: the next one does', async () => {
  const texts = [aText({ id: 'over', expiresAt: NOW }), aText(), aText({ id: 'text-2' })];
  const { deps, journal } = outboxOf(texts, { provider: () => stopped });
  let openUntil = NOW;
  deps.openUntil = () => openUntil;
  deps.recordResult = () => {
    openUntil = NOW + 30_000;
  };
  await drain('turn_text', deps);
  expect(journal.filter((line) => /settle|send|hold/.test(line))).toEqual([
    'settle over {"progress":"expired"}',
    'send text-1',
    'hold back',
  ]);
});

test('texts that are due when the provider turns out to refuse us wait, but for those that are under way', async () => {
  const { deps, journal } = outboxOf(
    Array.from({ length: 12 }, (_, n) => aText({ id: `text-${n}` })),
    { provider: () => stopped },
  );
  let openUntil: number | null = null;
  deps.openUntil = () => openUntil;
  deps.recordResult = () => {
    openUntil = NOW + 30_000;
  };
  await drain('turn_text', deps);
  expect(journal.filter((line) => line.startsWith('send'))).toHaveLength(5);
  expect(journal.at(-1)).toBe('hold back');
});

test('what is not due is left alone', async () => {
  expect(await journalOf([aText({ dueAt: NOW + 1 }), aHistory({ dueAt: NOW + 1 })])).toEqual([]);
});

test('fifty entries are taken in one go', async () => {
  const texts = Array.from({ length: 60 }, (_, n) => aText({ id: `text-${n}` }));
  const journal = await journalOf(texts);
  const settled = journal.filter((line) => line.startsWith('settle'));
  expect(settled.toSorted()).toEqual(
    texts
      .slice(0, 50)
      .map(({ id }) => `settle ${id} ${taken}`)
      .toSorted(),
  );
});

test('no more than five texts are on their way at a time', async () => {
  const { deps, journal } = outboxOf(Array.from({ length: 12 }, (_, n) => aText({ id: `text-${n}` })));
  const answers: (() => void)[] = [];
  deps.sendText = (entry) => {
    journal.push(`send ${entry.id}`);
    return new Promise((resolve) => {
      answers.push(() => resolve(sent));
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
  expect(journal.filter((line) => line.startsWith('settle'))).toHaveLength(12);
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
  const journal = await journalOf([aHistory(), aText()], { isAway: () => true });
  expect(journal.toSorted()).toEqual([
    'answered',
    'begin text-1',
    'postpone visit:1 by 2000',
    'report history 0 D1 is away',
    'send text-1',
    `settle text-1 ${taken}`,
  ]);
});

test('the first failure of a batch is taken for a passing trouble', async () => {
  expect(await journalOf([aHistory(), aHistory({ id: 'bad:1' })], { isAway: () => true })).toEqual([
    'report history 0 D1 is away',
    'postpone visit:1 bad:1 by 2000',
  ]);
});

test('a row that can never be written does not hold the others back', async () => {
  const rows = ['a:1', 'b:1', 'bad:1', 'd:1', 'e:1'].map((id, n) =>
    aHistory({ id, attempts: n === 1 ? 1 : 0 }),
  );
  const journal = await journalOf(rows, { isAway: (entries) => entries.some(({ id }) => id === 'bad:1') });
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
  // The log names it by its kind.
  expect(new NoAnswer('no answer in time').name).toBe('NoAnswer');
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
  const journal = await journalOf(rows, { isAway: (entries) => entries.some(({ id }) => id === 'bad:1') });
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
