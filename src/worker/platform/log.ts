/**
 * One line of JSON for each event, with the id of the work it belongs to (`platform/log-context.ts`). Never a name, a phone number, a
 * token or an e-mail address (`docs/decisions/0034-forgetting-guests.md`). What each means and asks for stands in `docs/operations.md`.
 */
import type { FormName } from '../../shared/contracts/form-messages.ts';
import type { RefusalCode } from '../../shared/copy/en/refusals.ts';
import { currentLogContext } from './log-context.ts';

/** What a mail is about. */
export type MailKind =
  | 'password_reset'
  | 'verification'
  | 'address_in_use'
  | 'email_change'
  | 'password_change'
  | 'second_step'
  | 'recovery_codes'
  | 'deletion'
  | 'trial_end'
  | 'billing'
  | 'form_message';

/** What somebody shows who they are for. */
type Purpose = 'log_in' | 'account_change' | 'password_reset' | 'admin_log_in';

/** What the admin did beside setting credits, which has its own rows (`admin_changes`). */
type AdminAction =
  | 'businesses_listed'
  | 'business_exported'
  | 'import_begun'
  | 'business_imported'
  | 'import_given_up'
  | 'location_restored'
  | 'person_exported'
  | 'person_erased';

/** What of an account's own was changed. */
type AccountAction =
  | 'signed_up'
  | 'address_verified'
  | 'address_changed'
  | 'password_changed'
  | 'password_reset'
  | 'second_step_on'
  | 'second_step_off'
  | 'recovery_codes_renewed'
  | 'log_in_ended'
  | 'all_log_ins_ended'
  | 'deletion_begun';

export type LogEvent =
  | { event: 'configuration_wrong'; problems: string[] }
  /** Something outside this code was away; the caller was told to try again. */
  | { event: 'dependency_unavailable'; route: string; method: string; reason: string }
  /** What the deep check of `/healthz` could not reach. */
  | { event: 'part_unavailable'; part: 'database' | 'object'; reason: string }
  | { event: 'location_unavailable'; locationId: string; reason: string }
  /** A bug. `frames` are places only: the messages of errors can hold what people typed. */
  | { event: 'unexpected_error'; route: string; method: string; reason: string; frames: string[] }
  /** Somebody showed who they are. `businessId` is null for the admin. */
  | {
      event: 'authenticated';
      purpose: Purpose;
      by: 'password' | 'password_and_app' | 'password_and_recovery_code' | 'mailed_link';
      businessId: string | null;
    }
  /** Somebody did not. `businessId` is null for the admin, and where what was typed names no account. */
  | {
      event: 'authentication_failed';
      purpose: Purpose;
      code: 'wrong_credentials' | 'second_step_required' | 'wrong_code' | 'link_ended';
      businessId: string | null;
    }
  | { event: 'account_changed'; action: AccountAction; businessId: string }
  /** By the log-in of the admin, of whom there is one. */
  | {
      event: 'admin_action';
      action: AdminAction;
      businessId?: string;
      locationId?: string;
      /** The bookmark of the moment before a location went back in time. */
      undo?: string;
    }
  /** A call that no page of ours makes by itself, or too many of them; `businessId` is the account that is logged in. */
  | {
      event: 'call_refused';
      code: RefusalCode;
      route: string;
      method: string;
      businessId: string | null;
    }
  | { event: 'hold_expired'; locationId: string; visitId: string }
  | { event: 'location_erased'; locationId: string }
  /** A location is closed, and its place on the account is not free yet; the next look at the account tries again. */
  | { event: 'removal_unfinished'; reason: string }
  /** A location has another time zone than the database's copy says; the next look at the account tries again. */
  | { event: 'timezone_not_copied'; locationId: string; reason: string }
  /**
   * A text, a reminder or a history row did not get through; it stays to be tried again, a text is shown to the owner as not
   * sent, a reminder that was given up is not shown.
   */
  | {
      event: 'delivery_failed';
      locationId: string;
      kind: 'turn_text' | 'history' | 'reminder';
      attempts: number;
      reason: string;
    }
  /** No text goes out: the provider refuses our account, or does not answer. Somebody has to look at it. */
  | { event: 'texts_stopped'; locationId: string; reason: 'account' | 'away' }
  | { event: 'texts_resumed'; locationId: string }
  /** The database has not answered a location for so long that its owner is told. The line goes on; texts and charts wait. */
  | { event: 'database_unavailable'; locationId: string }
  | { event: 'database_back'; locationId: string }
  /** The provider will say so again with the next text to that number. */
  | { event: 'opt_out_not_recorded'; reason: string }
  /**
   * A mail that did not surely go out, after all tries of one call. Only reminders of a trial's end, mails about
   * billing and messages of the forms are tried again by themselves; a link can be asked for again by the person it was for.
   */
  | {
      event: 'mail_not_sent';
      kind: MailKind;
      outcome: 'refused' | 'later' | 'unknown' | 'given_up';
      reason: string;
    }
  /** Whoever carries the mails takes none of ours: the key, the sender's domain or the quota. */
  | { event: 'mail_account_refused'; reason: string }
  /** A form that no page of ours sends was answered and not kept. */
  | { event: 'form_bot_rejected'; form: FormName; check: 'hidden_field' | 'too_fast' }
  /** Nobody could be asked whether a person sent a form: it was taken for a person's. */
  | { event: 'human_check_unavailable'; form: FormName; reason: string }
  /** An account's deletion has begun and is not done; the sweep goes on with it. */
  | { event: 'deletion_unfinished'; businessId: string; reason: string }
  /** In maintenance none of the sweeps runs. */
  | { event: 'sweeps_skipped' }
  /** It runs again in an hour. */
  | { event: 'sweep_failed'; sweep: string; reason: string }
  /** The change was made and has its row in the audit log; what it did to each location could not be noted there. */
  | { event: 'audit_incomplete'; changeId: number; reason: string }
  /** Two subscriptions of one account live: one is to be ended, and its price given back, by hand. */
  | { event: 'paid_twice'; businessId: string }
  /** What the provider of payments says of a customer could not be followed; it is asked again in an hour. */
  | { event: 'billing_unfinished'; reason: string }
  /** A location could not go back in time; nothing was changed. */
  | { event: 'restore_refused'; locationId: string; reason: string }
  /** A location's rows from a file could not be read; nothing was changed. */
  | { event: 'import_refused'; locationId: string; reason: string }
  /** No more counters come from this process; what they count goes on. Said once. */
  | { event: 'metrics_failed'; reason: string }
  | { event: 'alarm_failed'; locationId: string; reason: string };

/** What somebody has to look at; everything else is the course of things. */
const bugs: ReadonlySet<LogEvent['event']> = new Set([
  'configuration_wrong',
  'unexpected_error',
  'alarm_failed',
  'mail_account_refused',
  'texts_stopped',
  'paid_twice',
]);

export function log(entry: LogEvent): void {
  const line = JSON.stringify({ ...entry, ...currentLogContext() });
  if (bugs.has(entry.event)) console.error(line);
  else console.log(line);
}

/** An error's kind and place for the log. Its message stays out: it may hold what people typed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const sqliteCode = /SQLITE_[A-Z_]+/.exec(String(error.cause))?.[0];
  // The platform's word for an object that gets more calls than it can take.
  const isOverloaded = 'overloaded' in error && error.overloaded === true;
  return [error.name, sqliteCode, isOverloaded && 'overloaded', framesOf(error)[0]].filter(Boolean).join(' ');
}

/** The lines of a stack that are places. A message can have several lines, so the first one is not enough to skip. */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const lines = error.stack?.split('\n').map((line) => line.trim()) ?? [];
  return lines.filter((line) => /^at .+:\d+:\d+\)?$/.test(line));
}
