/** New parties of a location: guests who join by themselves, and walk-ins that staff add. */
import type { OutsideCommand } from '../../../shared/queue/commands.ts';
import { refused } from '../../../shared/queue/decision.ts';
import type { CommandAnswers } from '../command-answers.ts';
import type { Executor } from '../executor.ts';
import type { CommandResult, Result } from '../rpc.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import type { GuestVisits } from './guest-visits.ts';
import { joinKeys } from './idempotency.ts';

type Join = Extract<OutsideCommand, { kind: 'join' }>;
type AddWalkIn = Extract<OutsideCommand, { kind: 'add-walk-in' }>;

export class Newcomers {
  readonly #storage: SqliteStorage;
  readonly #executor: Executor;
  readonly #answers: CommandAnswers;
  readonly #visits: GuestVisits;

  constructor(storage: SqliteStorage, executor: Executor, answers: CommandAnswers, visits: GuestVisits) {
    this.#storage = storage;
    this.#executor = executor;
    this.#answers = answers;
    this.#visits = visits;
  }

  /** Decides one join. If the browser already has a live visit at this location, returns this visit. */
  join(command: Join): Result<CommandResult> {
    const { username, party, idempotencyKey, sender, heldSecret } = command;
    const location = this.#storage.location();
    if (location?.profile.username.toLowerCase() !== username.toLowerCase()) return refused('not_found');
    const held = heldSecret === null ? null : this.#visits.resume({ username, secret: heldSecret });
    if (held?.ok) return { to: 'newcomer', ...held };
    const { keys, secret } = joinKeys(this.#storage.tokenKey(), party, idempotencyKey, sender);
    const now = Date.now();
    const outcome = this.#executor.enter(command, { id: crypto.randomUUID(), keys }, now);
    if (!outcome.ok) return outcome;
    const joined = this.#answers.toNewcomer(this.#answers.after(outcome), secret, now);
    return { ok: true, to: 'newcomer', ...joined };
  }

  addWalkIn(command: AddWalkIn): Result<CommandResult> {
    if (this.#storage.location() === null) return refused('not_found');
    const { party, told, idempotencyKey } = command;
    // The prefix prevents that a guest's idempotency key matches the idempotency key of a walk-in.
    const key = idempotencyKey === null ? null : `walk-in ${idempotencyKey}`;
    const asked = told === undefined ? party : { ...party, told };
    const { keys } = joinKeys(this.#storage.tokenKey(), asked, key, null);
    const now = Date.now();
    const outcome = this.#executor.enter(command, { id: crypto.randomUUID(), keys }, now);
    return outcome.ok ? this.#answers.toStaff(outcome, now) : outcome;
  }
}
