/** One line of JSON for each event. Never a name, a phone number, a token or an e-mail address (decision 28). */

export type LogEvent =
  | { event: 'configuration_wrong'; problems: string[] }
  /** Something outside this code was away; the caller was told to try again. */
  | { event: 'dependency_away'; route: string; method: string; reason: string }
  | { event: 'location_away'; locationId: string; reason: string }
  /** A bug. `frames` are places only: the messages of errors can hold what people typed. */
  | { event: 'unexpected_error'; route: string; method: string; reason: string; frames: string[] }
  | { event: 'hold_expired'; locationId: string; visitId: string }
  | { event: 'location_erased'; locationId: string }
  /** A location is closed, and its place on the account is not free yet; the next look at the account tries again. */
  | { event: 'removal_unfinished'; reason: string }
  /** A text or a history row did not get through; it stays in the outbox or is shown to the owner as not sent. */
  | {
      event: 'delivery_failed';
      locationId: string;
      kind: 'turn_text' | 'history';
      attempts: number;
      reason: string;
    }
  /** A mail that nobody sends again by itself; the person it was for can ask for another. */
  | { event: 'mail_not_sent'; kind: 'password_reset'; reason: string }
  /** It runs again in an hour. */
  | { event: 'sweep_failed'; sweep: string; reason: string }
  | { event: 'alarm_failed'; locationId: string; reason: string };

/** What somebody has to look at; everything else is the course of things. */
const bugs: ReadonlySet<LogEvent['event']> = new Set([
  'configuration_wrong',
  'unexpected_error',
  'alarm_failed',
]);

export function log(entry: LogEvent): void {
  const line = JSON.stringify(entry);
  if (bugs.has(entry.event)) console.error(line);
  else console.log(line);
}

/** An error's kind and place for the log. Its message stays out: it may hold what people typed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const sqliteCode = /SQLITE_[A-Z_]+/.exec(String(error.cause))?.[0];
  return [error.name, sqliteCode, framesOf(error)[0]].filter(Boolean).join(' ');
}

/** The lines of a stack that are places. A message can have several lines, so the first one is not enough to skip. */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const lines = error.stack?.split('\n').map((line) => line.trim()) ?? [];
  return lines.filter((line) => /^at .+:\d+:\d+\)?$/.test(line));
}
