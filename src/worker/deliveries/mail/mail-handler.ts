/** Delivers the mails that D1 holds: what all kinds of them share, and what each kind says of itself. */
import { database } from '../../db/client.ts';
import { log, reasonOf, type MailKind } from '../../platform/log.ts';
import { emailProvider } from '../carriers.ts';
import {
  claimDelivery,
  dropDelivery,
  dueDeliveries,
  updateDelivery,
  type DeliveryKind,
  type StoredDelivery,
} from '../d1-deliveries.ts';
import type { AttemptResult, Delivery, Handler } from '../engine.ts';
import type { Mail } from './mail-layout.ts';
import { sendMail } from './send-mail.ts';

/** A mail and the one address that it goes to. */
export type AddressedMail = { to: string; mail: Mail };

/** What one kind of mail is. */
export type MailDelivery = {
  kind: DeliveryKind;
  /** Its name in the log. */
  logKind: MailKind;
  /**
   * - `at_most_once`: repeated only where the carrier knows the repeat by its id; kept when it has ended.
   * - `at_least_once`: a second one does no harm. Sent up to three times without an answer; deleted when it has ended.
   */
  guarantee: 'at_most_once' | 'at_least_once';
  /** The mail by the facts as they are now; null: it is not true any more. */
  compose(entry: StoredDelivery): Promise<AddressedMail | null>;
  /** Counts one mail; false: no more of them may be sent this hour. Absent where there is no limit. */
  consumeLimit?(): Promise<boolean>;
};

/** Carriers that know a repeat by its id know it for 24 hours. */
const REPEATABLE_MS = 23 * 3_600_000;
/** Attempts without an answer, of a mail that may come twice. */
const UNCONFIRMED_MAX = 3;
/** A carrier that leaves so many mails of one run unanswered is away. */
const UNANSWERED_MAX = 3;
/** A mail that did not go out waits for the next hour's sweep; no webhook before it tries it again. */
const RETRY_MS = 30 * 60_000;

/**
 * The handler of one run over the mails of a kind. Once the carrier asks to wait, or has left some mails unanswered, the run
 * sends nothing more: the rest stays due for the next one.
 */
export function mailHandler(
  env: Env,
  { kind, logKind, guarantee, compose, consumeLimit }: MailDelivery,
  now: number,
): Handler<StoredDelivery, 'sent' | 'refused'> {
  const db = database(env);
  const { isRepeatable } = emailProvider(env);
  /** The mails whose attempt has begun. */
  const composed = new Map<string, AddressedMail>();
  let unanswered = 0;
  let mustWait = false;

  /** False where another run has the delivery. */
  async function end(entry: StoredDelivery): Promise<boolean> {
    if (guarantee === 'at_least_once') return dropDelivery(db, entry);
    return (await updateDelivery(db, entry, { doneAt: now })) !== null;
  }

  async function postpone(
    entry: StoredDelivery,
    dueAt: number,
    state: Delivery['state'] = entry.state,
  ): Promise<void> {
    const attempts = entry.attempts + 1;
    await updateDelivery(db, entry, { state, attempts, dueAt: Math.max(dueAt, now + RETRY_MS) });
  }

  return {
    clock: { now: () => now, random: () => Math.random() },
    lanes: 1,
    due: (at, limit) => dueDeliveries(db, kind, at, limit),
    begin: async (entry) => {
      let addressed: AddressedMail | null;
      try {
        addressed = await compose(entry);
      } catch (error) {
        // One mail that cannot be written must not hold back the others.
        log({ event: 'mail_not_sent', kind: logKind, outcome: 'later', reason: reasonOf(error) });
        await postpone(entry, now);
        return null;
      }
      if (addressed === null) {
        await end(entry);
        return null;
      }
      if (consumeLimit !== undefined && !(await consumeLimit())) {
        mustWait = true;
        await postpone(entry, now);
        return null;
      }
      composed.set(entry.id, addressed);
      return claimDelivery(db, entry, now);
    },
    send: async ({ id }): Promise<AttemptResult<'sent' | 'refused'>> => {
      const addressed = composed.get(id);
      composed.delete(id);
      if (addressed === undefined) throw new Error('A mail that was not composed');
      const outcome = await sendMail(env, logKind, addressed.to, addressed.mail, id);
      if (outcome === 'sent' || outcome === 'refused') return { outcome: 'answered', result: outcome };
      if (outcome === 'later') mustWait = true;
      // `sendMail` has logged the reason.
      return { outcome };
    },
    unconfirmed: {
      mayRepeat: ({ begunAt, unconfirmedAttempts }) =>
        guarantee === 'at_most_once'
          ? isRepeatable && now - (begunAt ?? 0) < REPEATABLE_MS
          : unconfirmedAttempts < UNCONFIRMED_MAX,
    },
    finish: async (entry) => void (await end(entry)),
    giveUp: async (entry, why) => {
      const hasEnded = await end(entry);
      if (hasEnded && why === 'unknown')
        log({ event: 'mail_not_sent', kind: logKind, outcome: 'given_up', reason: 'may_be_out' });
    },
    postpone,
    markUnconfirmed: async (entry, dueAt) => {
      const unconfirmedAttempts = entry.unconfirmedAttempts + 1;
      await updateDelivery(db, entry, {
        state: 'unconfirmed',
        unconfirmedAttempts,
        dueAt: Math.max(dueAt, now + RETRY_MS),
      });
    },
    breaker: {
      record: (outcome) => {
        if (outcome === 'unanswered') unanswered += 1;
      },
      openUntil: () => (mustWait || unanswered >= UNANSWERED_MAX ? Infinity : null),
      deferAll: () => {},
    },
    report: (_, reason) =>
      log({ event: 'mail_not_sent', kind: logKind, outcome: 'unknown', reason: reasonOf(reason) }),
  };
}
