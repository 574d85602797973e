/** The delivery handler that all kinds of mails stored in D1 share. */
import { database } from '../../db/client.ts';
import { log, reasonOf, type MailKind } from '../../platform/log.ts';
import { emailProvider } from '../carriers.ts';
import { storedHandler, unconfirmedOf, type StoredDelivery } from '../d1-deliveries.ts';
import type { AttemptResult, Handler } from '../engine.ts';
import type { Mail } from './mail-layout.ts';
import { sendMail } from './send-mail.ts';

/** A mail and the address of its only recipient. */
export type AddressedMail = { to: string; mail: Mail };

export type MailDelivery = {
  kind: StoredDelivery['kind'];
  /** The name of this kind of mail in the log. */
  logKind: MailKind;
  /**
   * - `at_most_once`: an unconfirmed mail is sent again only if the carrier recognises a repeated mail by its id. The
   *   row of an ended delivery stays in the table.
   * - `at_least_once`: a duplicate is harmless. If the carrier does not answer, the mail is sent up to three times, and
   *   then its delivery is deleted.
   */
  guarantee: 'at_most_once' | 'at_least_once';
  /** Composes the mail from the current data; null if the mail is no longer needed. */
  compose(entry: StoredDelivery): Promise<AddressedMail | null>;
  /**
   * Rate limit: counts one mail; false if no more mails may be sent this hour. If this function is absent, the mails
   * have no limit.
   */
  consumeLimit?(): Promise<boolean>;
};

/** A carrier recognises a repeated mail by its id for 24 hours. This limit leaves a margin of one hour. */
const REPEATABLE_MS = 23 * 3_600_000;
/** For `at_least_once`: the highest number of unanswered attempts to send one mail. */
const UNCONFIRMED_MAX = 3;
/** After this many unanswered mails in one run, the run stops, because the carrier seems to be unavailable. */
const UNANSWERED_MAX = 3;
/** A mail that was not sent waits for the next hourly sweep, even if a webhook starts a run before that sweep. */
const RETRY_MS = 30 * 60_000;

/**
 * Handler for one run over the mails of a kind. The run stops if the carrier asks us to wait, if no more mails may be
 * sent this hour, or if `UNANSWERED_MAX` mails got no answer. The remaining mails stay due for the next run.
 */
export function mailHandler(
  env: Env,
  { kind, logKind, guarantee, compose, consumeLimit }: MailDelivery,
  now: number,
): Handler<StoredDelivery, 'sent' | 'refused'> {
  const keepsEnded = guarantee === 'at_most_once';
  const stored = storedHandler(database(env), { kind, keepsEnded, retryMs: RETRY_MS }, now);
  const { isRepeatable } = emailProvider(env);
  const composed = new Map<string, AddressedMail>();
  let unanswered = 0;
  let mustWait = false;

  /**
   * Returns the mail of a claimed delivery. Returns null if no mail is sent now. In that case this function has ended
   * or postponed the delivery.
   */
  async function prepare(entry: StoredDelivery): Promise<AddressedMail | null> {
    const wait = () => stored.postpone(entry, now, entry.state === 'queued' ? 'queued' : 'unconfirmed');
    let addressed: AddressedMail | null;
    try {
      addressed = await compose(entry);
    } catch (error) {
      // A mail that cannot be composed must not block other mails.
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
    // The delivery is claimed first, so that only one of two parallel runs composes and counts the mail.
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
      mayRepeat: (entry) =>
        guarantee === 'at_most_once'
          ? isRepeatable && now - (entry.begunAt ?? 0) < REPEATABLE_MS
          : unconfirmedOf(entry) < UNCONFIRMED_MAX,
    },
    giveUp: async (entry, why) => {
      const hasEnded = await stored.end(entry);
      // If this run made the attempt, `sendMail` has already logged the missing answer.
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
