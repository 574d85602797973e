/** The mails about messages of the forms that did not go out at once (`docs/decisions/0050-forms-to-us.md`). */
import { beginTry, pendingFormMails } from './form-messages.ts';
import { sendFormMail } from './send-form-mail.ts';
import { checkedConfig } from '../../platform/checked-config.ts';

/** Far longer than a mail with all its tries: what began later is somebody else's. */
const TRY_MS = 30 * 60_000;
/** Of one sweep, and no more than an hour may send (`limits.formMails`). */
const MAILS_MAX = 60;
/** A carrier that leaves so many mails open in one sweep is away. */
const UNKNOWN_MAX = 3;

/** Bounded, and harmless when it is repeated, late or cut off. While the carrier is away it waits for the next hour. */
export async function sweepFormMails(env: Env, now: number): Promise<void> {
  const checked = checkedConfig(env);
  if (!checked.ok) return;
  let unknown = 0;
  for (const pending of await pendingFormMails(env, now - TRY_MS, MAILS_MAX)) {
    if (!(await beginTry(env, pending.id, now - TRY_MS, now))) continue;
    const outcome = await sendFormMail(env, checked.config, pending, now);
    if (outcome === 'unknown') unknown += 1;
    if (outcome === 'later' || unknown === UNKNOWN_MAX) return;
  }
}
