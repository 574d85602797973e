/**
 * Structured log: one JSON line for each event, with the id of its request, alarm or sweep
 * (`platform/log-context.ts`). Never log a name, a phone number, a token or an e-mail address
 * (`docs/decisions/0034-forgetting-guests.md`). `docs/operations.md` explains the events.
 */
import type { FormName } from '../../shared/contracts/forms/messages.ts';
import type { RefusalCode } from '../../shared/copy/en/refusals.ts';
import type { TextBudget } from '../../shared/text/text-states.ts';
import { currentLogContext } from './log-context.ts';

/** Kinds of mail. */
export type MailKind =
  | 'password_reset'
  | 'log_in_link'
  | 'new_device'
  | 'wrong_codes'
  | 'password_reset_done'
  | 'verification'
  | 'address_in_use'
  | 'email_change'
  | 'password_change'
  | 'second_step'
  | 'recovery_codes'
  | 'idle_account'
  | 'passkey'
  | 'mailed_code'
  | 'deletion'
  | 'team'
  | 'operator_act'
  | 'trial_end'
  | 'billing'
  | 'form_message';

type Purpose = 'log_in' | 'account_change' | 'password_reset' | 'admin_log_in' | 'device';

/**
 * Actions of operators. The audit log (`operator_acts`) names the operator of each action. The audit log also lists
 * operators' log-ins and changes of credits.
 */
type AdminAction =
  | 'businesses_listed'
  | 'name_approved'
  | 'business_exported'
  | 'business_backed_up'
  | 'import_begun'
  | 'business_imported'
  | 'import_given_up'
  | 'location_restored'
  | 'person_exported'
  | 'person_erased'
  | 'export_asked'
  | 'export_approved'
  | 'export_withdrawn'
  | 'erasure_asked'
  | 'erasure_approved'
  | 'erasure_withdrawn'
  | 'operator_added'
  | 'operator_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkeys_reset'
  | 'command_code_made';

type AccountAction =
  | 'signed_up'
  | 'address_verified'
  | 'address_disowned'
  | 'number_proven'
  | 'address_changed'
  | 'password_changed'
  | 'renamed'
  | 'location_address_changed'
  | 'password_reset'
  | 'second_step_on'
  | 'second_step_off'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_renamed'
  | 'passkey_removed'
  | 'log_in_ended'
  | 'all_log_ins_ended'
  | 'not_me'
  | 'member_invited'
  | 'member_joined'
  | 'member_left'
  | 'member_removed'
  | 'role_changed'
  | 'device_enrolled'
  | 'device_revoked'
  | 'pin_set'
  | 'pin_removed'
  | 'pin_unlocked'
  | 'ownership_offered'
  | 'ownership_handed_over'
  | 'deletion_begun';

export type LogEvent =
  | { event: 'configuration_wrong'; problems: string[] }
  /** A dependency was unavailable, so the caller got the answer "try again". */
  | { event: 'dependency_unavailable'; route: string; method: string; reason: string }
  /** The deep check of `/healthz` could not reach this part. */
  | { event: 'part_unavailable'; part: 'database' | 'object'; reason: string }
  | { event: 'location_unavailable'; locationId: string; reason: string }
  /**
   * The overview of a business did not answer. A location that has news for the overview sends the news again later.
   */
  | { event: 'overview_unavailable'; businessId: string; reason: string }
  /** A cached look-up of a business was used without a confirmation, because D1 was unavailable. */
  | { event: 'directory_unconfirmed'; businessId: string; reason: string }
  /** A bug. `frames` has code positions only, because messages of errors can contain user input. */
  | { event: 'unexpected_error'; route: string; method: string; reason: string; frames: string[] }
  /** Successful authentication. `businessId` is null for the admin. */
  | {
      event: 'authenticated';
      purpose: Purpose;
      by:
        | 'password'
        | 'password_and_app'
        | 'password_and_recovery_code'
        | 'password_and_passkey'
        | 'passkey'
        | 'mailed_link'
        | 'pin';
      businessId: string | null;
    }
  /** Failed authentication. `businessId` is null for the admin, and for an unknown account. */
  | {
      event: 'authentication_failed';
      purpose: Purpose;
      code:
        | 'wrong_credentials'
        | 'second_step_required'
        | 'passkey_required'
        | 'wrong_code'
        | 'wrong_passkey'
        | 'wrong_pin'
        | 'link_ended';
      businessId: string | null;
    }
  | { event: 'account_changed'; action: AccountAction; businessId: string }
  /** A business has a protected name. The business's texts use the username until an admin has approved the name. */
  | { event: 'name_waits'; businessId: string }
  /** An action of an operator. */
  | {
      event: 'admin_action';
      action: AdminAction;
      businessId?: string;
      locationId?: string;
      /** The bookmark of a location's state before its restore. */
      undo?: string;
    }
  /**
   * A call was refused, because our pages never make such a call or because one sender made too many calls.
   * `businessId`: the logged-in account.
   */
  | {
      event: 'call_refused';
      code: RefusalCode;
      route: string;
      method: string;
      businessId: string | null;
    }
  | { event: 'hold_expired'; locationId: string; visitId: string }
  | { event: 'location_erased'; locationId: string }
  /**
   * A location is closed, but its place in the plan is not free for another location yet. The server tries again to
   * finish the removal when the account is next read.
   */
  | { event: 'removal_unfinished'; reason: string }
  /**
   * A location's time zone differs from its copy in D1. The server tries again to copy the time zone when the account
   * is next read.
   */
  | { event: 'timezone_not_copied'; locationId: string; reason: string }
  /**
   * A location has an older name or address than D1. The server tries again to copy the name and the address when the
   * account is next read.
   */
  | { event: 'profile_not_copied'; locationId: string; reason: string }
  /**
   * A text, reminder or history row was not delivered. The delivery is tried again or given up. Staff see a
   * given-up text, but not a given-up reminder.
   */
  | {
      event: 'delivery_failed';
      locationId: string;
      kind: 'turn_text' | 'history' | 'reminder';
      attempts: number;
      reason: string;
    }
  /** No text can be sent: the provider refuses our account, or does not answer. Somebody must act. */
  | { event: 'texts_stopped'; locationId: string; reason: 'account' | 'away' }
  /**
   * An hourly budget of texts is used up (`TEXT_BUDGETS`): texts of the location are withheld, or a code for an owner
   * was not texted. An operator has to look for abuse, or to raise the budget.
   */
  | {
      event: 'text_budget_stopped';
      locationId: string | null;
      budget: TextBudget | 'codes';
      country: string | null;
    }
  | { event: 'texts_resumed'; locationId: string }
  /**
   * D1 has not answered a location for so long that the dashboard shows the outage to staff. The line still works;
   * texts and charts wait until D1 answers.
   */
  | { event: 'database_unavailable'; locationId: string }
  | { event: 'database_back'; locationId: string }
  /** An opt-out could not be stored. The provider reports the opt-out again with the next text to this number. */
  | { event: 'opt_out_not_recorded'; reason: string }
  /** A text that was not sent still counts in the limits of texts. */
  | { event: 'permit_not_released'; reason: string }
  /**
   * A mail was not sent, or it is unknown whether the mail was sent. Trial reminders, billing mails and form messages
   * are retried later. The recipient of a link can request a new link.
   */
  | {
      event: 'mail_not_sent';
      kind: MailKind;
      outcome: 'refused' | 'later' | 'unknown' | 'given_up';
      reason: string;
    }
  /**
   * The mail provider refuses all our mails, because the key or the sender domain is wrong, or because the quota is
   * used up.
   */
  | { event: 'mail_account_refused'; reason: string }
  /** A form from a bot was answered but not stored. */
  | { event: 'form_bot_rejected'; form: FormName; check: 'hidden_field' | 'too_fast' }
  /**
   * The bot check did not answer. A form was accepted nevertheless, and a join got the stricter limits of joins without
   * a bot check.
   */
  | { event: 'human_check_unavailable'; form: FormName | 'join'; reason: string }
  /** The list of breached passwords did not answer, so a password was checked only by the built-in list. */
  | { event: 'breach_check_unavailable'; reason: string }
  /** A deletion of an account was interrupted. The sweep continues the deletion. */
  | { event: 'deletion_unfinished'; businessId: string; reason: string }
  /** No sweep runs in maintenance mode. */
  | { event: 'sweeps_skipped' }
  /** A sweep failed. The sweep runs again in an hour. */
  | { event: 'sweep_failed'; sweep: string; reason: string }
  /**
   * A change by the admin was made and is in the audit log. The effects of the change on the locations could not be
   * added to the row of the change in the audit log.
   */
  | { event: 'audit_incomplete'; changeId: number; reason: string }
  /** An account has two live subscriptions. One subscription must be ended and refunded by hand. */
  | { event: 'paid_twice'; businessId: string }
  /** A customer's state at the payment provider could not be applied. The state is fetched again in an hour. */
  | { event: 'billing_unfinished'; reason: string }
  /** A location could not be restored. Nothing was changed. */
  | { event: 'restore_refused'; locationId: string; reason: string }
  /** Imported rows of a location were invalid. Nothing was changed. */
  | { event: 'import_refused'; locationId: string; reason: string }
  /** Writing a metric failed. Each isolate logs this event at most once. */
  | { event: 'metrics_failed'; reason: string }
  | { event: 'alarm_failed'; locationId: string; reason: string };

/** Events that need a person's attention. */
const bugs: ReadonlySet<LogEvent['event']> = new Set([
  'configuration_wrong',
  'unexpected_error',
  'alarm_failed',
  'mail_account_refused',
  'texts_stopped',
  'paid_twice',
]);

/**
 * Events about limits and abuse. The lines of these events, and the lines of operators' log-ins, contain the keyed hash
 * of the sender (`networkHash`). The hash changes each day, so the lines of one sender can be linked only within a day.
 */
const aboutSenders: ReadonlySet<LogEvent['event']> = new Set([
  'call_refused',
  'authentication_failed',
  'form_bot_rejected',
]);

export function log(entry: LogEvent): void {
  const context = currentLogContext();
  const isOperators = entry.event === 'authenticated' && entry.purpose === 'admin_log_in';
  const sender = isOperators || aboutSenders.has(entry.event) ? context?.sender() : null;
  const line = JSON.stringify({ ...entry, ...(sender && { sender }), ...context?.id });
  if (bugs.has(entry.event)) console.error(line);
  else console.log(line);
}

/**
 * The kind and code position of an error. The error's message is left out, because the message may contain user input.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const sqliteCode = /SQLITE_[A-Z_]+/.exec(String(error.cause))?.[0];
  // The platform sets `overloaded` for an object with too many calls.
  const isOverloaded = 'overloaded' in error && error.overloaded === true;
  return [error.name, sqliteCode, isOverloaded && 'overloaded', framesOf(error)[0]].filter(Boolean).join(' ');
}

/**
 * The lines of a stack that are code positions. A stack begins with the error's message, which can have several lines,
 * so each line is checked.
 */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const lines = error.stack?.split('\n').map((line) => line.trim()) ?? [];
  return lines.filter((line) => /^at .+:\d+:\d+\)?$/.test(line));
}
