/** How parties come into line: guests by themselves, walk-ins by the owner. */
import type { Decision } from '../../shared/queue/decision.ts';
import { DEFAULT_LANGUAGE } from '../../shared/languages.ts';
import { textNumberOf } from '../phone/phone-number.ts';
import type { GuestClaim, JoinCall, Joined, Refused, Reply, WalkInCall } from './calls.ts';
import type { Commits } from './commits.ts';
import { earlierJoin, identify } from './join-identity.ts';
import type { Reader } from './reader.ts';
import { isLive } from '../../shared/queue/rules/admission.ts';
import { addWalkIn, join } from '../../shared/queue/rules/queue.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';
import { SharedCommit } from './shared-commit.ts';
import type { Store } from './store/store.ts';
import type { JoinIdentity } from './store/visit-rows.ts';

const NOT_FOUND: Refused = { ok: false, code: 'not_found' };

export class Joins {
  readonly #store: Store;
  readonly #read: Reader;
  readonly #commit: Commits;
  readonly #sharedCommit: SharedCommit;

  constructor(store: Store, read: Reader, commit: Commits) {
    this.#store = store;
    this.#read = read;
    this.#commit = commit;
    this.#sharedCommit = new SharedCommit(store);
  }

  /** Joins that come together are decided one by one, in the order in which they came, and written as one. */
  async byGuest(call: JoinCall): Promise<Reply<Joined>> {
    await this.#sharedCommit.begins();
    return this.#byGuestNow(call);
  }

  byOwner({ request, idempotencyKey }: WalkInCall): Reply<{ location: Location; visit: Visit; now: number }> {
    const location = this.#read.location();
    if (location === null) return { ok: false, code: 'not_found' };
    const now = Date.now();
    // Its own kind of key: nothing that a guest sends can be taken for an owner's.
    const key = idempotencyKey === null ? null : `walk-in ${idempotencyKey}`;
    const { identity } = identify(this.#store.tokenKey(), JSON.stringify(request), key, null);
    const textNumber = textNumberOf(request.phoneNumber, location.settings.country);
    const party = { ...request, textNumber, language: DEFAULT_LANGUAGE };
    const decision = addWalkIn(location, party, crypto.randomUUID(), this.#read.line(), now);
    const entered = this.#enter(location, decision, identity, now);
    return entered.ok ? { ...entered, now } : entered;
  }

  /** The answer to a join for a visit that this guest still has. */
  resume(claim: GuestClaim): Reply<Joined> {
    const found = this.#read.claimed(claim);
    const now = Date.now();
    if (found === null || !isLive(found.location, found.visit, now)) return { ok: false, code: 'not_found' };
    return { ...this.#read.joined(found.location, found.visit, claim.secret, now), resumed: true };
  }

  #byGuestNow({ username, request, idempotencyKey, language, sender, heldSecret }: JoinCall): Reply<Joined> {
    const now = Date.now();
    const location = this.#read.locationOf(username);
    if (location === null) return { ok: false, code: 'not_found' };
    const held = heldSecret === null ? NOT_FOUND : this.resume({ username, secret: heldSecret });
    if (held.ok) return held;
    const { firstName, lastName, phoneNumber, numGuests, waitingPreference } = request;
    const party = { firstName, lastName, phoneNumber, numGuests, waitingPreference };
    const { identity, secret } = identify(
      this.#store.tokenKey(),
      JSON.stringify(party),
      idempotencyKey,
      sender,
    );
    const line = {
      line: this.#read.line(),
      fromSender: identity.senderHash === null ? 0 : this.#store.visits.waitingFrom(identity.senderHash),
    };
    const textNumber = textNumberOf(phoneNumber, location.settings.country);
    const decision = join(location, { ...party, textNumber, language }, crypto.randomUUID(), line, now);
    const entered = this.#enter(location, decision, identity, now);
    return entered.ok ? this.#read.joined(entered.location, entered.visit, secret, now) : entered;
  }

  /** Commits a join, or finds the one that it repeats: that is answered like the first, also where nobody may join now. */
  #enter(
    location: Location,
    decision: Decision,
    identity: JoinIdentity,
    now: number,
  ): Reply<{ location: Location; visit: Visit }> {
    if (decision.ok && this.#commit.join(location, decision, identity, now)) return decision;
    const earlier = earlierJoin(this.#store, location, identity);
    if (earlier !== null) return earlier.ok ? { ...earlier, location } : earlier;
    if (decision.ok) throw new Error('A token is there without its visit.');
    return decision;
  }
}
