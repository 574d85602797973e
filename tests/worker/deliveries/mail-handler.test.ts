/**
 * Stored mails. Only one run may try to send a mail at a time. A mail that may have been sent is sent again only if its
 * kind allows duplicates.
 */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { database } from '../../../src/worker/db/client.ts';
import { deliveries } from '../../../src/worker/db/schema/deliveries.ts';
import { storedHandler, type StoredDelivery } from '../../../src/worker/deliveries/d1-deliveries.ts';
import { drain } from '../../../src/worker/deliveries/engine.ts';
import { mailHandler, type MailDelivery } from '../../../src/worker/deliveries/mail/mail-handler.ts';
import { brokenDatabase, expectComplaints } from '../support/broken.ts';
import { subjects } from '../support/security-calls.ts';
import { resendAnswers, resend, cloudflare, ok, quota } from '../support/providers/resend.ts';

const HOUR_MS = 3_600_000;
const t0 = Date.UTC(2026, 10, 21, 12);
const db = database(env);

/** Enqueues mails. The subject and the text of a mail are its id. */
async function enqueued(...entries: Partial<StoredDelivery>[]): Promise<void> {
  for (const [n, entry] of entries.entries()) {
    await db.insert(deliveries).values({
      id: `mail-${n + 1}`,
      kind: 'billing_mail',
      payload: '{}',
      dueAt: t0,
      queuedAt: t0,
      ...entry,
    });
  }
}

function handlerAt(now: number, bindings: object = {}, about: Partial<MailDelivery> = {}) {
  const mail: MailDelivery = {
    kind: 'billing_mail',
    logKind: 'billing',
    guarantee: 'at_most_once',
    compose: async ({ id }) => ({ to: 'ada@example.com', mail: { subject: id, text: id, html: id } }),
    ...about,
  };
  return mailHandler({ ...env, ...bindings }, mail, now);
}

/** Sends the pending mails, as one run of a sweep does. */
function run(...[now, bindings, about]: Parameters<typeof handlerAt>): Promise<void> {
  return drain(handlerAt(now, bindings, about), 10);
}

async function rows() {
  return db.select().from(deliveries).orderBy(deliveries.id).all();
}

/** A mail binding that never says whether it has sent a mail. `send` counts the calls. */
function silentBinding() {
  const send = vi.fn<() => Promise<never>>(() =>
    Promise.reject(Object.assign(new Error(''), { code: 'E_DELIVERY_FAILED' })),
  );
  return { bindings: { ...cloudflare, EMAIL: { send } }, send };
}

const aLine = z.object({
  event: z.string(),
  outcome: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** Returns a function that gives the outcome and the reason of each mail that was not sent. */
function logged() {
  const spy = vi.spyOn(console, 'log').mockImplementation(() => {});
  return () =>
    spy.mock.calls
      .map(([line]) => aLine.parse(JSON.parse(String(line))))
      .filter(({ event }) => event === 'mail_not_sent')
      .map(({ outcome, reason }) => [outcome, reason]);
}

/** A mail whose run was interrupted during the send. */
const cutOff = { state: 'sending', begunAt: t0 - HOUR_MS } as const;

test('of ten runs at once one sends the mail, once', async () => {
  await enqueued({});
  await Promise.all(Array.from({ length: 10 }, () => run(t0)));
  expect(await subjects()).toEqual(['mail-1']);
  expect(await rows()).toMatchObject([{ doneAt: t0, begunAt: t0 }]);
});

test.for([true, false])(
  'an attempt is leased for half an hour; later writes of its run change nothing (kept: %s)',
  async (keepsEnded) => {
    const runAt = (now: number) =>
      storedHandler(db, { kind: 'billing_mail', keepsEnded, retryMs: HOUR_MS }, now);
    await enqueued({});
    const early = runAt(t0);
    const [read] = await early.due(t0, 10);
    if (read === undefined) throw new Error('A mail is due');
    const first = await early.begin(read);
    expect(first).toMatchObject({ state: 'sending', begunAt: t0, dueAt: t0 + HOUR_MS / 2 });
    expect([await early.claim(read), await early.begin(read)]).toEqual([null, null]);
    expect(await early.due(t0 + HOUR_MS / 2 - 1, 10)).toEqual([]);
    const late = runAt(t0 + HOUR_MS / 2);
    const [again] = await late.due(t0 + HOUR_MS / 2, 10);
    if (first === null || again === undefined) throw new Error('The mail is due again');
    const second = await late.begin(again);
    // `begunAt` is the time of the first attempt, because the mail may have been sent at any time since then.
    expect(second).toMatchObject({ state: 'sending', begunAt: t0, dueAt: t0 + HOUR_MS });
    expect(await early.end(first)).toBe(false);
    await early.postpone(first, t0, 'queued');
    await early.markUnconfirmed(first, t0);
    expect(await rows()).toEqual([second]);
  },
);

test('interrupted before the attempt is stored, a mail was not sent, and the next run sends it', async () => {
  await enqueued({});
  const broken = brokenDatabase('away', (sql) => sql.startsWith('update "deliveries" set "state"'));
  await expect(run(t0, broken)).rejects.toThrow('Failed query');
  expect([await subjects(), await rows()]).toMatchObject([[], [{ state: 'queued', begunAt: null }]]);
  await run(t0 + HOUR_MS);
  expect(await subjects()).toEqual(['mail-1']);
});

test('a mail that must not come twice and was cut off is given up and logged where the carrier knows no repeats', async () => {
  const said = logged();
  await enqueued(cutOff);
  await Promise.all([run(t0, cloudflare), run(t0, cloudflare)]);
  expect(said()).toEqual([['given_up', 'may_be_out']]);
  expect(await rows()).toMatchObject([{ doneAt: t0 }]);
});

test('where it knows them it is repeated under its id, until 23 hours after the first attempt', async () => {
  const said = logged();
  const { keys } = resendAnswers(ok());
  await enqueued(
    { ...cutOff, begunAt: t0 - 23 * HOUR_MS + 1 },
    { ...cutOff, begunAt: t0 - 23 * HOUR_MS, dueAt: t0 - 1 },
  );
  await run(t0, resend);
  expect([keys, said()]).toEqual([['mail-1'], [['given_up', 'may_be_out']]]);
  expect(await rows()).toMatchObject([{ doneAt: t0 }, { doneAt: t0 }]);
});

test('an attempt without an answer is the last one of such a mail, where the carrier knows no repeats', async () => {
  const said = logged();
  const { bindings, send } = silentBinding();
  await enqueued({});
  for (const hour of [0, 1, 2]) await run(t0 + hour * HOUR_MS, bindings);
  expect(send).toHaveBeenCalledTimes(1);
  expect(said()).toEqual([['unknown', 'E_DELIVERY_FAILED']]);
});

test.for([
  ['no attempt', 3, {}],
  ['one attempt that was cut off', 2, cutOff],
  ['two attempts without an answer and one that was cut off', 0, { ...cutOff, unconfirmedAttempts: 2 }],
] as const)(
  'a mail that may come twice is sent three times without an answer, and deleted: after %s %i more times',
  async ([, more, entry]) => {
    const said = logged();
    const { bindings, send } = silentBinding();
    await enqueued(entry);
    for (const hour of [0, 1, 2, 3]) await run(t0 + hour * HOUR_MS, bindings, { guarantee: 'at_least_once' });
    expect(send).toHaveBeenCalledTimes(more);
    const unknown = ['unknown', 'E_DELIVERY_FAILED'];
    const givenUp = ['given_up', 'may_be_out'];
    expect(said()).toEqual(more === 0 ? [givenUp] : Array.from({ length: more }, () => unknown));
    expect(await rows()).toEqual([]);
  },
);

test('attempts that were cut off count too: after three the mail is given up', async () => {
  const said = logged();
  const about = { guarantee: 'at_least_once' } as const;
  await enqueued({});
  for (const hour of [0, 1, 2]) {
    const { due, begin } = handlerAt(t0 + hour * HOUR_MS, {}, about);
    const [entry] = await due(t0 + hour * HOUR_MS, 10);
    if (entry === undefined) throw new Error('A mail is due');
    expect(await begin(entry)).toMatchObject({ state: 'sending', begunAt: t0, unconfirmedAttempts: hour });
  }
  await run(t0 + 3 * HOUR_MS, {}, about);
  expect([await subjects(), said(), await rows()]).toEqual([[], [['given_up', 'may_be_out']], []]);
});

test('an attempt that was cut off counts also if the next run cannot write the mail', async () => {
  logged();
  await enqueued(cutOff);
  await run(t0, {}, { guarantee: 'at_least_once', compose: () => Promise.reject(new Error('away')) });
  expect(await rows()).toMatchObject([{ state: 'unconfirmed', unconfirmedAttempts: 1, attempts: 1 }]);
});

test('a mail that may have been sent stays so if the carrier then refuses our account', async () => {
  logged();
  const complaints = expectComplaints();
  resendAnswers(quota());
  await enqueued(cutOff);
  await run(t0, resend);
  expect(complaints()).toEqual([expect.stringContaining('mail_account_refused')]);
  expect(await rows()).toMatchObject([
    { state: 'unconfirmed', begunAt: cutOff.begunAt, attempts: 1, dueAt: t0 + HOUR_MS / 2, doneAt: null },
  ]);
});

test('once the carrier refuses our account the run ends without starting other mails', async () => {
  logged();
  const complaints = expectComplaints();
  const { keys } = resendAnswers(quota());
  await enqueued({}, { dueAt: t0 - 1 }, {});
  await run(t0, resend);
  expect([keys, complaints().length]).toEqual([['mail-2'], 1]);
  expect(await rows()).toMatchObject([
    { dueAt: t0 },
    { state: 'queued', attempts: 1, begunAt: t0 },
    { dueAt: t0 },
  ]);
});

test('mails with the fewest tries go first, so that failing mails do not delay others', async () => {
  const { bindings, send } = silentBinding();
  logged();
  await enqueued({ dueAt: t0 - 1 }, { dueAt: t0 - 1 }, { dueAt: t0 - 1 });
  await run(t0, bindings, { guarantee: 'at_least_once' });
  await enqueued({ id: 'new' });
  expect(send).toHaveBeenCalledTimes(3);
  const { due } = storedHandler(db, { kind: 'billing_mail', keepsEnded: false, retryMs: 0 }, t0);
  const inOrder = await due(t0 + HOUR_MS, 10);
  expect(inOrder.map(({ id }) => id)).toEqual(['new', 'mail-1', 'mail-2', 'mail-3']);
});

test('a mail that cannot be written waits and is logged, and holds back no other', async () => {
  const said = logged();
  await enqueued({ dueAt: t0 - 1 }, {});
  const compose: MailDelivery['compose'] = async ({ id }) => {
    if (id === 'mail-1') throw new RangeError('Invalid time zone');
    return { to: 'ada@example.com', mail: { subject: id, text: id, html: id } };
  };
  await run(t0, {}, { compose });
  expect(await subjects()).toEqual(['mail-2']);
  expect(said()).toEqual([['later', expect.stringContaining('RangeError')]]);
  expect(await rows()).toMatchObject([{ state: 'queued', doneAt: null }, { doneAt: t0 }]);
});

test('an outdated or expired mail ends without being sent and without a log line', async () => {
  const said = logged();
  await enqueued({ payload: 'null' }, { expiresAt: t0 });
  await run(
    t0,
    {},
    {
      compose: async ({ id, payload }) =>
        payload === 'null' ? null : { to: 'ada@example.com', mail: { subject: id, text: id, html: id } },
    },
  );
  expect([await subjects(), said()]).toEqual([[], []]);
  expect(await rows()).toMatchObject([{ doneAt: t0 }, { doneAt: t0 }]);
});

test('of ten runs at once one composes the mail and counts it', async () => {
  await enqueued({});
  const compose = vi.fn<MailDelivery['compose']>(async ({ id }) => ({
    to: 'ada@example.com',
    mail: { subject: id, text: id, html: id },
  }));
  const consumeLimit = vi.fn<() => Promise<boolean>>(async () => true);
  await Promise.all(Array.from({ length: 10 }, () => run(t0, {}, { compose, consumeLimit })));
  expect([compose, consumeLimit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('cut off while it is written, a mail was not sent, and goes out half an hour later', async () => {
  await enqueued({});
  // The database fails when the run reads facts for the mail, and again when the run postpones the mail.
  const broken = brokenDatabase('away', (sql) => sql.startsWith('update "deliveries" set "state"'));
  const compose = () => Promise.reject(new Error('away'));
  logged();
  await expect(run(t0, { ...cloudflare, ...broken }, { compose })).rejects.toThrow('Failed query');
  expect(await rows()).toMatchObject([{ state: 'queued', begunAt: null, dueAt: t0 + HOUR_MS / 2 }]);
  await run(t0 + HOUR_MS / 2);
  expect(await subjects()).toEqual(['mail-1']);
});

test('beyond the limit a mail waits, and the run ends', async () => {
  await enqueued({}, {});
  let left = 1;
  const consumeLimit = async () => (left -= 1) >= 0;
  await run(t0, {}, { consumeLimit, guarantee: 'at_least_once' });
  expect([(await subjects()).length, await rows()]).toMatchObject([
    1,
    [{ state: 'queued', begunAt: null, attempts: 1, dueAt: t0 + HOUR_MS / 2 }],
  ]);
});
