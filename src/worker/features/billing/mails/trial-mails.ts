/** The two reminders of a trial's end (`docs/spec.md` 10.16). Pure, without user input. */
import { mailCopy, type MailCopy } from '../../../../shared/copy/en/owner/mails.ts';
import { DAY_MS } from '../../../../shared/limits.ts';
import { layOut, type Mail } from '../../../deliveries/mail/mail-layout.ts';

/** `endsAt` and `now` are epoch milliseconds; `timezone` is the IANA time zone for days. */
export type TrialEnd = { endsAt: number; now: number; timezone: string };

/** The reminder three days before the end, or two days before if the mail is late. */
export function trialEndsSoonMail(origin: string, end: TrialEnd, say = mailCopy): Mail {
  const days = Math.ceil((end.endsAt - end.now) / DAY_MS);
  return reminder(origin, say.billing.trialEnds.inDays(days), end, say);
}

/** The reminder on the last day, or on the evening before if the trial ends early in the morning. */
export function trialEndsTodayMail(origin: string, end: TrialEnd, say = mailCopy): Mail {
  const { today, tomorrow } = say.billing.trialEnds;
  const isToday = isSameDay(end.endsAt, end.now, end.timezone);
  return reminder(origin, isToday ? today : tomorrow, end, say);
}

/** A time as text, for example '24 November 2026 at 14:05 (Asia/Jakarta time)'. */
export function momentIn(timezone: string, at: number, say: MailCopy): string {
  const form = { timeZone: timezone, dateStyle: 'long', timeStyle: 'short' } as const;
  return say.moment(new Intl.DateTimeFormat(say.locale, form).format(at), timezone);
}

export function isSameDay(one: number, other: number, timezone: string): boolean {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'short' });
  return day.format(one) === day.format(other);
}

function reminder(origin: string, subject: string, { endsAt, timezone }: TrialEnd, say: MailCopy): Mail {
  const { button, ...words } = say.billing.trialEnds.words(momentIn(timezone, endsAt, say));
  return layOut({ subject, ...words, button: { label: button, url: `${origin}/payments` } }, say);
}
