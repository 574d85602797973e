import { expect, test } from 'vitest';
import {
  deliver,
  drain,
  drainTogether,
  NoAnswer,
  retryDelayMs,
  type AttemptResult,
  type BatchHandler,
  type Delivery,
  type Finding,
  type Handler,
} from '../../../src/worker/deliveries/engine.ts';
import { NOW } from '../support/factories.ts';

/** The state of a delivery at its receiver. */
type Word = 'sent' | 'delivered' | 'refused';

const anEntry = (about: Partial<Delivery> = {}): Delivery => ({
  id: 'one',
  payload: '{}',
  state: 'queued',
  attempts: 0,
  unconfirmedAttempts: 0,
  begunAt: null,
  dueAt: NOW,
  expiresAt: NOW + 300_000,
  ...about,
});
const aRow = (about: Partial<Delivery> = {}) => anEntry({ id: 'visit:1', expiresAt: null, ...about });

const sent = { outcome: 'answered', result: 'sent' } as const;

type World = {
  receiver?: () => AttemptResult<Word> | Error;
  /** The receiver's answer to a look-up of a delivery. */
  found?: () => Finding<Word> | Error;
  /** Whether an unconfirmed delivery may be sent again without a look-up. */
  mayRepeat?: (entry: Delivery) => boolean;
};

const clock = { now: () => NOW, random: () => 0 };

function said<T>(reply: T | Error): T {
  if (reply instanceof Error) throw reply;
  return reply;
}

const wordOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A handler for these deliveries. Its journal lists all steps in order. */
function handlerOf(
  entries: Delivery[],
  { receiver = () => sent, found = () => ({ outcome: 'absent' }), mayRepeat }: World = {},
) {
  const journal: string[] = [];
  const breaker: NonNullable<Handler<Delivery, Word>['breaker']> = {
    record: (outcome) => void journal.push(outcome),
    openUntil: () => null,
    deferAll: () => void journal.push('defer all'),
  };
  const handler: Handler<Delivery, Word> & { breaker: typeof breaker } = {
    clock,
    lanes: 5,
    due: (now, limit) => entries.filter((entry) => entry.dueAt <= now).slice(0, limit),
    isPending: () => true,
    begin: async (entry) => {
      journal.push(`begin ${entry.id}`);
      return { ...entry, state: 'sending', begunAt: entry.state === 'queued' ? NOW : entry.begunAt };
    },
    send: async (entry) => {
      journal.push(`send ${entry.id}`);
      return said(receiver());
    },
    unconfirmed:
      mayRepeat === undefined
        ? {
            lookUp: async (entry) => {
              journal.push(`look up ${entry.id}`);
              return said(found());
            },
          }
        : { mayRepeat },
    finish: (entry, result) => void journal.push(`finish ${entry.id} ${result}`),
    giveUp: (entry, why) => void journal.push(`give up ${entry.id} ${why}`),
    postpone: (entry, dueAt, state) => void journal.push(`postpone ${entry.id} ${state} by ${dueAt - NOW}`),
    markUnconfirmed: (entry, dueAt) => void journal.push(`unconfirmed ${entry.id} for ${dueAt - NOW}`),
    breaker,
    report: ({ attempts }, reason) => void journal.push(`report ${attempts} ${wordOf(reason)}`),
  };
  return { handler, journal };
}

async function journalOf(...about: Parameters<typeof handlerOf>): Promise<string[]> {
  const { handler, journal } = handlerOf(...about);
  await drain(handler);
  return journal;
}

const unheard = { outcome: 'unknown', reason: 'status 500' } as const;
const stopped = { outcome: 'stopped', reason: '401 20003' } as const;
/** A delivery whose last attempt, two minutes ago, got no answer. */
const unconfirmed = (about: Partial<Delivery> = {}) =>
  anEntry({ state: 'unconfirmed', unconfirmedAttempts: 1, begunAt: NOW - 120_000, ...about });

test('an attempt is noted before the receiver is called', async () => {
  expect(await journalOf([anEntry()])).toEqual(['begin one', 'send one', 'answered', 'finish one sent']);
});

test('a refusal ends a delivery, and is reported', async () => {
  const refused = { outcome: 'answered', result: 'refused', reason: '400 21610' } as const;
  expect(await journalOf([anEntry({ attempts: 3 })], { receiver: () => refused })).toEqual([
    'begin one',
    'send one',
    'answered',
    'report 3 400 21610',
    'finish one refused',
  ]);
});

test('an attempt without an answer, or that threw, is unconfirmed and looked up: no second delivery is risked', async () => {
  const told = (reason: string) => [
    'begin one',
    'send one',
    'unanswered',
    `report 0 ${reason}`,
    'unconfirmed one for 5000',
  ];
  expect(await journalOf([anEntry()], { receiver: () => unheard })).toEqual(told('status 500'));
  expect(await journalOf([anEntry()], { receiver: () => new Error('lost') })).toEqual(told('lost'));
});

test('a delivery that was cut off in an attempt is unconfirmed without another one, even after its end', async () => {
  const cutOff = ['unconfirmed one for 5000'];
  expect(await journalOf([anEntry({ state: 'sending' })])).toEqual(cutOff);
  expect(await journalOf([anEntry({ state: 'sending', expiresAt: NOW })])).toEqual(cutOff);
});

test('nothing is sent once it has expired', async () => {
  expect(await journalOf([anEntry({ expiresAt: NOW })])).toEqual(['give up one expired']);
  expect(await journalOf([anEntry({ expiresAt: NOW + 1 })])).toContain('finish one sent');
  expect(await journalOf([anEntry({ expiresAt: null })])).toContain('finish one sent');
});

test('a delivery that is no longer pending is not changed, in any state', async () => {
  const texts = [anEntry(), anEntry({ expiresAt: NOW }), anEntry({ state: 'sending' }), unconfirmed()];
  const { handler, journal } = handlerOf(texts);
  handler.isPending = () => false;
  await drain(handler);
  expect(journal).toEqual([]);
});

test('a delivery that was cancelled while its attempt began is not sent', async () => {
  const { handler, journal } = handlerOf([anEntry()]);
  handler.begin = async () => null;
  await drain(handler);
  expect(journal).toEqual([]);
});

test.each([sent, unheard, stopped, { outcome: 'later', reason: '429' } as const])(
  'after a receipt that overtook it the answer $outcome to an attempt or a look-up changes nothing',
  async (reply) => {
    for (const text of [anEntry(), unconfirmed()]) {
      const { handler, journal } = handlerOf([text], { receiver: () => reply, found: () => reply });
      let looks = 0;
      handler.isPending = () => (looks += 1) === 1;
      await drain(handler);
      expect(journal.filter((line) => /finish|give up|unconfirmed|postpone/.test(line))).toEqual([]);
      expect(looks).toBe(2);
    }
  },
);

test.each([
  [null, 8_000],
  [3_000, 8_000],
  [20_000, 20_000],
])('a receiver that asks to wait %s ms is asked again %s ms later', async (afterMs, waitMs) => {
  const later = { outcome: 'later', reason: '429', afterMs } as const;
  expect(await journalOf([anEntry({ attempts: 2 })], { receiver: () => later })).toEqual([
    'begin one',
    'send one',
    'answered',
    'report 2 429',
    `postpone one queued by ${waitMs}`,
  ]);
});

test('a delivery that has to wait is due again at its own end at the latest', async () => {
  const later = { outcome: 'later', reason: '429', afterMs: 400_000 } as const;
  expect(await journalOf([anEntry()], { receiver: () => later })).toContain('postpone one queued by 300000');
  expect(await journalOf([anEntry({ expiresAt: null })], { receiver: () => later })).toContain(
    'postpone one queued by 400000',
  );
});

test('a delivery of a refused account is queued again: it was not sent', async () => {
  expect(await journalOf([anEntry()], { receiver: () => stopped })).toEqual([
    'begin one',
    'send one',
    'stopped',
    'report 0 401 20003',
    'postpone one queued by 2000',
  ]);
});

test('an unconfirmed delivery that the receiver has ends as the receiver says', async () => {
  const delivered = { outcome: 'answered', result: 'delivered' } as const;
  expect(await journalOf([unconfirmed()], { found: () => delivered })).toEqual([
    'look up one',
    'answered',
    'finish one delivered',
  ]);
});

test('a delivery that the receiver does not have may still arrive, for a minute', async () => {
  const asked = (agoMs: number) => journalOf([unconfirmed({ begunAt: NOW - agoMs })]);
  expect(await asked(15_000)).toEqual(['look up one', 'answered', 'postpone one unconfirmed by 45000']);
  expect(await asked(59_999)).toEqual(['look up one', 'answered', 'postpone one unconfirmed by 1']);
  expect(await asked(60_000)).toContain('send one');
});

test('a delivery that was certainly never taken is sent once more, and not a third time', async () => {
  expect(await journalOf([unconfirmed()])).toEqual([
    'look up one',
    'answered',
    'begin one',
    'send one',
    'answered',
    'finish one sent',
  ]);
  expect(await journalOf([unconfirmed({ unconfirmedAttempts: 2 })])).toEqual([
    'look up one',
    'answered',
    'give up one not_taken',
  ]);
});

test('a delivery that was never taken is given up when it has expired', async () => {
  for (const unconfirmedAttempts of [1, 2]) {
    expect(await journalOf([unconfirmed({ unconfirmedAttempts, expiresAt: NOW })])).toEqual([
      'look up one',
      'answered',
      'give up one expired',
    ]);
  }
});

test.each([
  [unheard, 4_000],
  [{ outcome: 'later', reason: '429', afterMs: 9_000 } as const, 9_000],
  [stopped, 4_000],
])('while the receiver cannot be asked, it is asked again later: %o', async (found, waitMs) => {
  const journal = await journalOf([unconfirmed({ attempts: 1 })], { found: () => found });
  expect(journal.at(-1)).toBe(`postpone one unconfirmed by ${waitMs}`);
  expect(journal).not.toContain('send one');
});

test('after an hour of looking it up a delivery stays unknown', async () => {
  const hour = 3_600_000;
  const asked = (agoMs: number) =>
    journalOf([unconfirmed({ begunAt: NOW - agoMs })], { found: () => unheard });
  expect((await asked(hour - 1)).at(-1)).toBe('postpone one unconfirmed by 2000');
  expect((await asked(hour)).at(-1)).toBe('give up one unknown');
});

test('while the breaker is open nothing is sent or looked up, and what is too late is given up', async () => {
  const texts = [
    anEntry({ id: 'waits' }),
    anEntry({ id: 'over', expiresAt: NOW }),
    unconfirmed({ id: 'unconfirmed', expiresAt: NOW }),
    unconfirmed({ id: 'old', begunAt: NOW - 3_600_000 }),
    anEntry({ id: 'cut off', state: 'sending', expiresAt: NOW }),
  ];
  const { handler, journal } = handlerOf(texts);
  handler.breaker.openUntil = () => NOW + 1;
  await drain(handler);
  expect(journal).toEqual(['give up over expired', 'give up old unknown', 'defer all']);
});

test('a delivery ended by a receipt is not given up while the breaker is open', async () => {
  const { handler, journal } = handlerOf([anEntry({ expiresAt: NOW })]);
  handler.breaker.openUntil = () => NOW + 1;
  handler.isPending = () => false;
  await drain(handler);
  expect(journal).toEqual(['defer all']);
});

test.each([
  ['still refused', stopped, ['text-0']],
  ['well again', sent, ['text-0', 'text-1', 'text-2']],
] as const)('one delivery finds out whether the receiver is %s', async (_, reply, tried) => {
  const texts = [0, 1, 2].map((n) => anEntry({ id: `text-${n}` }));
  const { handler, journal } = handlerOf(texts, { receiver: () => reply });
  let held: number | null = NOW;
  handler.breaker.openUntil = () => held;
  handler.breaker.record = (outcome) => {
    held = outcome === 'answered' ? null : NOW + 30_000;
  };
  await drain(handler);
  expect(journal.filter((line) => line.startsWith('send'))).toEqual(tried.map((id) => `send ${id}`));
  expect(journal.includes('defer all')).toBe(held !== null);
});

test('a delivery without an attempt does not probe the breaker: the next one does', async () => {
  const texts = [anEntry({ id: 'over', expiresAt: NOW }), anEntry(), anEntry({ id: 'text-2' })];
  const { handler, journal } = handlerOf(texts, { receiver: () => stopped });
  let openUntil = NOW;
  handler.breaker.openUntil = () => openUntil;
  handler.breaker.record = () => {
    openUntil = NOW + 30_000;
  };
  await drain(handler);
  expect(journal.filter((line) => /give up|send|defer/.test(line))).toEqual([
    'give up over expired',
    'send one',
    'defer all',
  ]);
});

test('deliveries that are due when the receiver turns out to refuse us wait, but for those that are under way', async () => {
  const { handler, journal } = handlerOf(
    Array.from({ length: 12 }, (_, n) => anEntry({ id: `text-${n}` })),
    { receiver: () => stopped },
  );
  let openUntil: number | null = null;
  handler.breaker.openUntil = () => openUntil;
  handler.breaker.record = () => {
    openUntil = NOW + 30_000;
  };
  await drain(handler);
  expect(journal.filter((line) => line.startsWith('send'))).toHaveLength(5);
  expect(journal.at(-1)).toBe('defer all');
});

test('what is not due is left alone', async () => {
  expect(await journalOf([anEntry({ dueAt: NOW + 1 })])).toEqual([]);
});

test('fifty deliveries are taken in one go, or as many as the caller wants', async () => {
  const entries = Array.from({ length: 60 }, (_, n) => anEntry({ id: `text-${n}` }));
  const finishedOf = async (limit?: number) => {
    const { handler, journal } = handlerOf(entries);
    await drain(handler, limit);
    return journal.filter((line) => line.startsWith('finish')).toSorted();
  };
  const first = (n: number) =>
    entries
      .slice(0, n)
      .map(({ id }) => `finish ${id} sent`)
      .toSorted();
  expect(await finishedOf()).toEqual(first(50));
  expect(await finishedOf(7)).toEqual(first(7));
});

test('no more are on their way at a time than the handler has lanes', async () => {
  const { handler, journal } = handlerOf(Array.from({ length: 12 }, (_, n) => anEntry({ id: `text-${n}` })));
  const answers: (() => void)[] = [];
  handler.send = (entry) => {
    journal.push(`send ${entry.id}`);
    return new Promise((resolve) => {
      answers.push(() => resolve(sent));
    });
  };
  const drained = drain(handler);
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
  expect(journal.filter((line) => line.startsWith('finish'))).toHaveLength(12);
});

test('a delivery that was certainly not taken and is postponed when repeated is queued again', async () => {
  const later = { outcome: 'later', reason: '429' } as const;
  const journal = await journalOf([unconfirmed()], { receiver: () => later });
  expect(journal.at(-1)).toBe('postpone one queued by 2000');
});

test('if nothing can be cancelled every delivery is pending', async () => {
  const { handler, journal } = handlerOf([anEntry()]);
  const { isPending: _, ...uncancelled } = handler;
  await drain(uncancelled);
  expect(journal.at(-1)).toBe('finish one sent');
});

test('without a breaker nothing is held back', async () => {
  const { handler, journal } = handlerOf([anEntry(), anEntry({ id: 'two' })], { receiver: () => stopped });
  const { breaker: _, ...unguarded } = handler;
  await drain(unguarded);
  expect(journal.filter((line) => line.startsWith('send'))).toEqual(['send one', 'send two']);
  expect(journal).not.toContain('defer all');
});

test('a delivery may be delivered alone, at once', async () => {
  const { handler, journal } = handlerOf([]);
  await deliver(handler, anEntry());
  expect(journal).toEqual(['begin one', 'send one', 'answered', 'finish one sent']);
});

test('an unconfirmed delivery that may be repeated is sent again, and one that was cut off is, too', async () => {
  for (const entry of [unconfirmed(), anEntry({ state: 'sending' })]) {
    expect(await journalOf([entry], { mayRepeat: () => true })).toEqual([
      'begin one',
      'send one',
      'answered',
      'finish one sent',
    ]);
  }
});

test('an unconfirmed delivery that may not be repeated is given up, and one without an answer at once', async () => {
  const mayRepeat = ({ unconfirmedAttempts }: Delivery) => unconfirmedAttempts < 2;
  expect(await journalOf([unconfirmed({ unconfirmedAttempts: 2 })], { mayRepeat })).toEqual([
    'give up one unknown',
  ]);
  expect(await journalOf([unconfirmed()], { mayRepeat, receiver: () => unheard })).toEqual([
    'begin one',
    'send one',
    'unanswered',
    'report 0 status 500',
    'give up one unknown',
  ]);
});

test('an attempt without an answer that may be repeated waits for its time', async () => {
  const mayRepeat = ({ state }: Delivery) => state === 'unconfirmed';
  const journal = await journalOf([anEntry({ attempts: 2 })], { mayRepeat, receiver: () => unheard });
  expect(journal.at(-1)).toBe('unconfirmed one for 8000');
});

test('a repeat that the receiver puts off stays unconfirmed, and one that has expired is not sent', async () => {
  const later = { outcome: 'later', reason: '429' } as const;
  const put = await journalOf([unconfirmed()], { mayRepeat: () => true, receiver: () => later });
  expect(put.at(-1)).toBe('postpone one unconfirmed by 2000');
  expect(await journalOf([unconfirmed({ expiresAt: NOW })], { mayRepeat: () => true })).toEqual([
    'give up one expired',
  ]);
});

test('while the breaker is open an unconfirmed delivery that may be repeated waits', async () => {
  const { handler, journal } = handlerOf([unconfirmed({ begunAt: 0 })], { mayRepeat: () => true });
  handler.breaker.openUntil = () => NOW + 1;
  await drain(handler);
  expect(journal).toEqual(['defer all']);
});

/** A handler for batches. `fails` returns the error of a batch, or false. */
function batchOf(entries: Delivery[], fails: (ids: string[]) => Error | false = () => false) {
  const journal: string[] = [];
  const ids = (some: Delivery[]) => some.map(({ id }) => id);
  const handler: BatchHandler<Delivery> = {
    clock,
    due: (now, limit) => entries.filter((entry) => entry.dueAt <= now).slice(0, limit),
    send: async (some) => {
      const failure = fails(ids(some));
      if (failure !== false) throw failure;
      journal.push(`send ${ids(some).join(' ')}`);
    },
    finish: (some) => void journal.push(`finish ${ids(some).join(' ')}`),
    postpone: (some, dueAt) => void journal.push(`postpone ${ids(some).join(' ')} by ${dueAt - NOW}`),
    report: (attempts, reason) => void journal.push(`report ${attempts} ${wordOf(reason)}`),
  };
  return { handler, journal };
}

async function batchJournalOf(...about: Parameters<typeof batchOf>): Promise<string[]> {
  const { handler, journal } = batchOf(...about);
  await drainTogether(handler);
  return journal;
}

const isAway = () => new Error('D1 is away');
const refusesBad = (ids: string[]) => ids.includes('bad:1') && isAway();

test('deliveries to one receiver of many go out together, and end after they were received', async () => {
  expect(await batchJournalOf([aRow(), aRow({ id: 'other:1' })])).toEqual([
    'send visit:1 other:1',
    'finish visit:1 other:1',
  ]);
});

test('if nothing is due the receiver is not called', async () => {
  expect(await batchJournalOf([aRow({ dueAt: NOW + 1 })])).toEqual([]);
  expect(await journalOf([])).toEqual([]);
});

test('the first failure of a batch counts as temporary: all wait', async () => {
  expect(await batchJournalOf([aRow(), aRow({ id: 'bad:1' })], isAway)).toEqual([
    'report 0 D1 is away',
    'postpone visit:1 bad:1 by 2000',
  ]);
});

test('a row that can never be written does not hold the others back', async () => {
  const rows = ['a:1', 'b:1', 'bad:1', 'd:1', 'e:1'].map((id, n) => aRow({ id, attempts: n === 1 ? 1 : 0 }));
  const journal = await batchJournalOf(rows, refusesBad);
  expect(journal.toSorted()).toEqual([
    'finish a:1 b:1',
    'postpone bad:1 d:1 e:1 by 2000',
    'report 0 D1 is away',
    'report 1 D1 is away',
    'send a:1 b:1',
  ]);
});

test('a receiver that gave no answer in time says nothing about single rows: all wait together', async () => {
  const late = new NoAnswer('no answer in time');
  expect(late.name).toBe('NoAnswer');
  const rows = ['a:1', 'b:1'].map((id) => aRow({ id, attempts: 1 }));
  expect(await batchJournalOf(rows, () => late)).toEqual([
    'report 1 no answer in time',
    'postpone a:1 b:1 by 4000',
  ]);
});

test('a bad row is found by halves, and alone waits for longer', async () => {
  const rows = ['a:1', 'b:1', 'bad:1', 'd:1'].map((id) => aRow({ id, attempts: 1 }));
  expect(await batchJournalOf(rows, refusesBad)).toEqual([
    'report 1 D1 is away',
    'send a:1 b:1',
    'finish a:1 b:1',
    'report 1 D1 is away',
    'report 1 D1 is away',
    'postpone bad:1 by 4000',
    'send d:1',
    'finish d:1',
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
