/** Times on the admin's page, in the reader's own zone. */
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** 'Nov 20, 2026' of an ISO time. */
export function dayOf(iso: string): string {
  return day.format(Date.parse(iso));
}

/** 'Nov 20, 2026, 6:37 PM' of an ISO time. */
export function momentOf(iso: string): string {
  return moment.format(Date.parse(iso));
}
