/**
 * Makes the answers of a location's object to accepted commands: answers to a new guest, to a guest who has a visit, to
 * staff, and to the account. Each answer is made after the commit.
 */
import type { OutsideCommand } from '../../shared/queue/commands.ts';
import type { Accepted } from '../../shared/queue/decision.ts';
import { joinAnswer, project } from '../../shared/queue/project.ts';
import { staffVisitIn } from '../../shared/queue/project-visit.ts';
import { balancesOf } from '../../shared/queue/rules/credits.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import type { CommandResult, Joined, Result } from './rpc.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';
import { formatToken } from './guests/token.ts';
import { asShownBy } from './guests/visit-link.ts';

export class CommandAnswers {
  readonly #storage: SqliteStorage;

  constructor(storage: SqliteStorage) {
    this.#storage = storage;
  }

  /** The answer to a command of the account, of staff or of a guest, except for joins and walk-ins. */
  of(command: OutsideCommand, outcome: Accepted, before: Location): Result<CommandResult> {
    const now = Date.now();
    if (outcome.visitId === null || command.kind === 'close') {
      const { location } = outcome.changes;
      const { revision, guestsLeft, customerDebt } = location.credits;
      const [was, is] = [balancesOf(before), balancesOf(location)];
      return { ok: true, to: 'account', before: was, after: is, revision, guestsLeft, customerDebt };
    }
    if (command.actor.kind !== 'guest') return this.toStaff(outcome, now);
    const { location, visit } = this.after(outcome);
    const answer = project.guest(this.#storage, location, visit, now);
    const shown = 'visit' in command && 'secret' in command.visit ? asShownBy(command.visit, answer) : answer;
    return { ok: true, to: 'guest', answer: shown, username: location.profile.username };
  }

  toStaff(outcome: Accepted, now: number): Result<CommandResult> {
    const { location, visit } = this.after(outcome);
    return { ok: true, to: 'staff', visit: staffVisitIn(this.#storage, location, visit, now) };
  }

  /** The answer to a join, with the queue token. */
  toNewcomer(joined: { location: Location; visit: Visit }, secret: string, now: number): Joined {
    const { location, visit } = joined;
    const token = formatToken({ locationId: this.#storage.locationId, secret });
    const answer = joinAnswer(this.#storage, location, visit, token, now);
    return { answer, username: location.profile.username, resumed: false };
  }

  after({ changes, visitId }: Accepted): { location: Location; visit: Visit } {
    const visit = visitId === null ? null : this.#storage.visit({ id: visitId });
    if (visit === null) throw new Error('an outcome without its visit');
    return { location: changes.location, visit };
  }
}
