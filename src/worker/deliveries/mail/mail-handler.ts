/** Delivers the mails that D1 holds: what all kinds of them share, and what each kind says of itself. */
import { database } from '../../db/client.ts';
import { log, reasonOf, type MailKind } from '../../platform/log.ts';
import { emailProvider } from '../carriers.ts';
import { storedHandler, type StoredDelivery } from '../d1-deliveries.ts';
import type { AttemptResult, Handler } from '../engine.ts';
import type { Mail } from './mail-layout.ts';
import { sendMail } from './send-mail.ts';

/** A mail and the one address that it goes to. */
export type AddressedMail = { to: string; mail: Mail };

/** What one kind of mail is. */
export type MailDelivery = {
  kind: StoredDelivery['kind'];
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
  const keepsEnded = guarantee === 'at_most_once';
  const stored = storedHandler(database(env), { kind, keepsEnded, retryMs: RETRY_MS }, now);
  const { isRepeatable } = emailProvider(env);
  /** The mails whose attempt has begun in this run. */
  const composed = new Map<string, AddressedMail>();
  let unanswered = 0;
  let mustWait = false;

  /** The mail of a claimed delivery; null where there is none to be sent now: then the delivery was ended or postponed. */
  async function prepare(entry: StoredDelivery): Promise<AddressedMail | null> {
    const wait = () => stored.postpone(entry, now, entry.state === 'queued' ? 'queued' : 'unconfirmed');
    let addressed: AddressedMail | null;
    try {
      addressed = await compose(entry);
    } catch (error) {
      // One mail that cannot be written must not hold back the others.
      log({ event: 'mail_not_sent', kind: logKind, outcome: 'later', reason: reasonOf(error) });
      await wait();
      return null;
    }
    if (addressed === null) {
      await stored.end(entry);
      return null;
    }
    if (consumeLimit !== undefined && !(await consumeLimit())) {
      mustWait = true;
      await wait();
      return null;
    }
    return addressed;
  }

  return {
    ...stored,
    lanes: 1,
    // Claimed first: of two runs at once one alone composes the mail and counts it.
    begin: async (entry) => {
      const claimed = await stored.claim(entry);
      if (claimed === null) return null;
      const addressed = await prepare(claimed);
      if (addressed === null) return null;
      composed.set(entry.id, addressed);
      return stored.begin(claimed);
    },
    send: async ({ id }): Promise<AttemptResult<'sent' | 'refused'>> => {
      const addressed = composed.get(id);
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
    giveUp: async (entry, why) => {
      const hasEnded = await stored.end(entry);
      // Of an attempt of this run `sendMail` has logged that nobody answered.
      if (hasEnded && why === 'unknown' && !composed.has(entry.id))
        log({ event: 'mail_not_sent', kind: logKind, outcome: 'given_up', reason: 'may_be_out' });
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
