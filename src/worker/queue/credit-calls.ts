/** A location's credits: told, set by hand or by a plan, and ended by what is known of payments. */
import type { Balances, CreditsCall, Refused, Reply, StandingCall } from './calls.ts';
import type { Commits } from './commits.ts';
import type { Reader } from './reader.ts';
import { creditsNow, followStanding, setCredits } from '../../shared/queue/rules/credits.ts';
import type { Location } from '../../shared/queue/state.ts';

export class CreditCalls {
  readonly #read: Reader;
  readonly #commit: Commits;

  constructor(read: Reader, commit: Commits) {
    this.#read = read;
    this.#commit = commit;
  }

  tell(now: number): Reply<Balances & { waiting: number }> {
    const location = this.#read.location();
    if (location === null) return { ok: false, code: 'not_found' };
    return { ok: true, ...creditsNow(location, now), waiting: this.#read.line().length };
  }

  async set(call: CreditsCall, now: number): Promise<Reply<{ before: Balances; after: Balances }>> {
    const open = this.#open();
    if (!open.ok) return open;
    const after = setCredits(open.location, call);
    await this.#commit.location(open.location, after, now);
    return { ok: true, before: balancesOf(open.location), after: balancesOf(after) };
  }

  async follow(call: StandingCall, now: number): Promise<Reply<object>> {
    const open = this.#open();
    if (!open.ok) return open;
    await this.#commit.location(open.location, followStanding(open.location, call), now);
    return { ok: true };
  }

  #open(): { ok: true; location: Location } | Refused {
    const location = this.#read.location();
    if (location === null) return { ok: false, code: 'not_found' };
    return location.closedAt === null ? { ok: true, location } : { ok: false, code: 'location_closed' };
  }
}

export function balancesOf({ customerCredits, smsCredits }: Location): Balances {
  return { customerCredits, smsCredits };
}
