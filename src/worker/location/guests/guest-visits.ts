/** Calls of guests about their visits: status, resumed joins, replies by text, reminders. */
import type { StatusAnswer } from '../../../shared/contracts/guest.ts';
import type { PushSubscriptionKeys } from '../../../shared/contracts/reminder.ts';
import { REMINDERS_PER_VISIT_MAX } from '../../../shared/limits.ts';
import type { GuestClaim, OutsideCommand } from '../../../shared/queue/commands.ts';
import { refused } from '../../../shared/queue/decision.ts';
import { project } from '../../../shared/queue/project.ts';
import { isLive } from '../../../shared/queue/rules/admission.ts';
import { canBeReminded } from '../../../shared/queue/rules/texts/reminders.ts';
import { answerByText } from '../../../shared/queue/rules/texts/replies.ts';
import type { Location, Visit } from '../../../shared/queue/state.ts';
import type { CommandAnswers } from '../command-answers.ts';
import type { Executor } from '../executor.ts';
import type { CommandResult, Joined, Result } from '../rpc.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import { asShownBy, hasLinkEnded } from './visit-link.ts';

type Claimed = { location: Location; visit: Visit };

export class GuestVisits {
  readonly #storage: SqliteStorage;
  readonly #executor: Executor;
  readonly #answers: CommandAnswers;

  constructor(storage: SqliteStorage, executor: Executor, answers: CommandAnswers) {
    this.#storage = storage;
    this.#executor = executor;
    this.#answers = answers;
  }

  resume(claim: GuestClaim): Result<Joined> {
    const found = this.opened(claim);
    const now = Date.now();
    if (found === null || !isLive(found.location, found.visit, now)) return refused('not_found');
    const { answer, ...joined } = this.#answers.toNewcomer(found, claim.secret, now);
    return { ok: true, ...joined, answer: asShownBy(claim, answer), resumed: true };
  }

  status(claim: GuestClaim): Result<{ answer: StatusAnswer }> {
    const found = this.opened(claim);
    if (found === null) return refused('not_found');
    const answer = project.guest(this.#storage, found.location, found.visit, Date.now());
    return { ok: true, answer: asShownBy(claim, answer) };
  }

  /** Executes a guest's reply by text; `not_found` if the reply is not possible for the visit. */
  answerByText(command: Extract<OutsideCommand, { kind: 'answer-by-text' }>): Result<CommandResult> {
    const now = Date.now();
    const location = this.#storage.location();
    const visit = this.#storage.visit(command.visit);
    if (location === null || visit === null) return refused('not_found');
    const { outcome } = answerByText(location, visit, this.#storage.line(visit), command, now);
    if (outcome === null) return refused('not_found');
    this.#executor.run(command, { now });
    return { ok: true, to: 'sender', outcome };
  }

  subscribeToReminder(claim: GuestClaim, subscription: PushSubscriptionKeys): Result<object> {
    const found = this.#claimed(claim);
    if (found === null) return refused('not_found');
    const { visit } = found;
    if (!canBeReminded(visit)) return refused('not_waiting');
    this.#storage.transaction(() =>
      this.#storage.reminderSubscriptions.add(visit.id, subscription, REMINDERS_PER_VISIT_MAX),
    );
    return { ok: true };
  }

  unsubscribeFromReminder(claim: GuestClaim, endpoint: string): Result<object> {
    const found = this.#claimed(claim);
    if (found === null) return refused('not_found');
    const { deliveries, reminderSubscriptions } = this.#storage;
    this.#storage.transaction(() => {
      const deleted = reminderSubscriptions.deleteByEndpoint(found.visit.id, endpoint);
      if (deleted !== null) deliveries.cancelRemindersFor(found.visit.id, deleted);
    });
    return { ok: true };
  }

  /**
   * The visit of a page that the guest has opened. Records that the guest of a recalled visit has opened the page
   * again.
   */
  opened(claim: GuestClaim): Claimed | null {
    const found = this.#claimed(claim);
    if (!found?.visit.pageGone) return found;
    const { id } = found.visit;
    this.#executor.run({ kind: 'page-opened', visit: { id }, actor: { kind: 'guest' } });
    return this.#claimed(claim);
  }

  /** The visit that belongs to the guest's secret; null if there is no such visit, or its link has expired. */
  #claimed(claim: GuestClaim): Claimed | null {
    const location = this.#storage.location();
    const visit = this.#storage.visit(claim);
    if (location === null || visit === null || hasLinkEnded(visit, claim.secret, Date.now())) return null;
    return { location, visit };
  }
}
