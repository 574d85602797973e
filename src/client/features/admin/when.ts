/** Times on the admin page, in the reader's time zone. */
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats an ISO time as 'Nov 20, 2026'. */
export function dayOf(iso: string): string {
  return day.format(Date.parse(iso));
}

/** Formats an ISO time as 'Nov 20, 2026, 6:37 PM'. */
export function momentOf(iso: string): string {
  return moment.format(Date.parse(iso));
}
