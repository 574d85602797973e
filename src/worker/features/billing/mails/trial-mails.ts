/** The two reminders of a trial's end (`docs/spec.md` 10.16). Pure, without user input. */
import { DAY_MS } from '../../../../shared/limits.ts';
import { product } from '../../../../shared/product.ts';
import { layOut, type Mail } from '../../../deliveries/mail/mail-layout.ts';

/** `endsAt` and `now` are epoch milliseconds; `timezone` is the IANA time zone for days. */
export type TrialEnd = { endsAt: number; now: number; timezone: string };

/** The reminder three days before the end, or two if the mail is late. */
export function trialEndsSoonMail(origin: string, { endsAt, now, timezone }: TrialEnd): Mail {
  const days = Math.ceil((endsAt - now) / DAY_MS);
  return reminder(origin, `Your ${product.name} trial ends in ${days} days`, { endsAt, timezone });
}

/** The reminder on the last day, or on the evening before if the trial ends early in the morning. */
export function trialEndsTodayMail(origin: string, { endsAt, now, timezone }: TrialEnd): Mail {
  const day = isSameDay(endsAt, now, timezone) ? 'today' : 'tomorrow';
  return reminder(origin, `Your ${product.name} trial ends ${day}`, { endsAt, timezone });
}

/** For example '24 November 2026 at 14:05 (Asia/Jakarta time)'. */
export function momentIn(timezone: string, at: number): string {
  const form = { timeZone: timezone, dateStyle: 'long', timeStyle: 'short' } as const;
  return `${new Intl.DateTimeFormat('en-GB', form).format(at)} (${timezone} time)`;
}

/** Whether both moments are on one day in this time zone. */
export function isSameDay(one: number, other: number, timezone: string): boolean {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'short' });
  return day.format(one) === day.format(other);
}

function reminder(origin: string, subject: string, end: { endsAt: number; timezone: string }): Mail {
  return layOut({
    subject,
    paragraphs: [
      `The free trial of your ${product.name} account ends on ${momentIn(end.timezone, end.endsAt)}.`,
      'From then on nobody can join your queues until you choose a plan. Guests who are in line then can still be called.',
    ],
    button: { label: 'Choose a plan', url: `${origin}/payments` },
    notes: ['If you do not want to go on, there is nothing to do: nothing is charged.'],
  });
}
