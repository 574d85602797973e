/**
 * The live queue of one location: calls, alarm and sockets. Each call reads, decides by `queue.ts`, commits visit,
 * balances and outbox in one transaction, arms the alarm, tells whoever watches, and returns. Nothing is awaited
 * between reading and committing.
 */
import { DurableObject } from 'cloudflare:workers';
import type { RefusalCode } from '../../shared/copy/refusals.ts';
import type { PreferenceChange, StatusAnswer } from '../../shared/guest-queue.ts';
import { HOLD_MS } from '../../shared/limits.ts';
import { SYNC } from '../../shared/live.ts';
import type { LocationView, VisitView } from '../../shared/queue-view.ts';
import { log, reasonOf } from '../log.ts';
import { nextWake } from './alarm.ts';
import { Announcer } from './announcer.ts';
import type {
  GuestClaim,
  JoinCall,
  Joined,
  LocationQueueCalls,
  LocationSetup,
  Refused,
  Reply,
  VisitName,
} from './calls.ts';
import { deliveries } from './deliveries.ts';
import { historyEntry, turnTextEntry } from './outbox-payloads.ts';
import { Live, OWNER_SOCKET_MS } from './live.ts';
import { migrate } from './migrations.ts';
import { OutboxStore } from './outbox-store.ts';
import { drain, type OutboxDeps } from './outbox.ts';
import { Reader } from './reader.ts';
import {
  admit,
  changePreference,
  close,
  creditsNow,
  endHold,
  isLive,
  join,
  leave,
  refusalToJoin,
  remove,
  type Decided,
  type Decision,
  type Location,
  type Visit,
} from './queue.ts';
import { Store, type JoinIdentity } from './store.ts';
import { keyedHash, newSecret, newTokenKey, sha256 } from './token.ts';
import { statusAnswer, visitView } from './views.ts';

const NOT_FOUND: Refused = { ok: false, code: 'not_found' };
/** The pause after an alarm that failed as a whole, so that a bug cannot spin. */
const AFTER_FAILED_ALARM_MS = 60_000;
/** Longer than any delivery may take (`deliveries.ts`). */
const DRAIN_WATCH_MS = 30_000;

export class LocationQueue extends DurableObject<Env> implements LocationQueueCalls {
  readonly #store: Store;
  readonly #outbox: OutboxStore;
  readonly #read: Reader;
  readonly #live: Live;
  readonly #announcer: Announcer;
  /** The alarm as last set; undefined when that is not known. */
  #armedFor: number | null | undefined;
  readonly #deliveries: OutboxDeps;
  #draining = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrate(ctx.storage);
    this.#store = new Store(ctx.storage);
    this.#outbox = new OutboxStore(ctx.storage);
    this.#read = new Reader(this.#id, this.#store);
    this.#live = new Live(ctx);
    this.#announcer = new Announcer(this.#live, this.#read, this.#store);
    this.#deliveries = deliveries(this.#store, this.#outbox, ctx, env, ({ location, visit }) =>
      this.#announcer.toOwners(location, visit, 'updated', Date.now()),
    );
    // A past-due alarm cannot be trusted to have fired: every wake derives it from the rows again.
    void ctx.blockConcurrencyWhile(() => this.#arm());
  }

  open(setup: LocationSetup): void {
    this.#store.open(setup, HOLD_MS, newTokenKey());
  }

  async close(): Promise<Reply<{ customerCredits: number; smsCredits: number }>> {
    const now = Date.now();
    const open = this.#store.location();
    if (open === null) return NOT_FOUND;
    const { location, removed } = close(open, this.#store.waiting(), now);
    this.#store.transaction(() => {
      for (const decided of removed) this.#write(decided, now);
      this.#store.saveLocation(location);
      this.#store.erasePeople();
    });
    this.#read.forgetLine();
    await this.#arm();
    this.#announcer.closed(location, removed, now);
    const { customerCredits, smsCredits } = location;
    return { ok: true, customerCredits, smsCredits };
  }

  view(): Reply<{ view: LocationView }> {
    const location = this.#store.location();
    return location === null ? NOT_FOUND : { ok: true, view: this.#read.view(location, Date.now()) };
  }

  accepting(): Reply<{ refusal: RefusalCode | null; smsAvailable: boolean }> {
    const location = this.#store.location();
    if (location === null) return NOT_FOUND;
    const now = Date.now();
    return {
      ok: true,
      refusal: refusalToJoin(location, now),
      smsAvailable: creditsNow(location, now).smsCredits > 0,
    };
  }

  async join({ username, request, idempotencyKey, sender }: JoinCall): Promise<Reply<Joined>> {
    const now = Date.now();
    const location = this.#read.locationOf(username);
    if (location === null) return NOT_FOUND;
    const { firstName, lastName, phoneNumber, numGuests, waitingPreference } = request;
    const party = { firstName, lastName, phoneNumber, numGuests, waitingPreference };
    const key = this.#store.tokenKey();
    const secret = newSecret(key, idempotencyKey);
    const identity: JoinIdentity = {
      tokenHash: sha256(secret),
      idempotencyHash: idempotencyKey === null ? null : sha256(idempotencyKey),
      requestHash: keyedHash(key, JSON.stringify(party)),
      senderHash: sender === null ? null : keyedHash(key, sender),
    };
    const earlier = identity.idempotencyHash && this.#store.visitByIdempotencyHash(identity.idempotencyHash);
    if (earlier) {
      if (earlier.requestHash !== identity.requestHash) return { ok: false, code: 'idempotency_key_reused' };
      return this.#read.joined(location, earlier.visit, secret, now);
    }
    const line = {
      ahead: this.#read.lineLength(),
      fromSender: identity.senderHash === null ? 0 : this.#store.waitingFrom(identity.senderHash),
    };
    const decision = join(location, party, crypto.randomUUID(), line, now);
    if (!decision.ok) return decision;
    await this.#commit(decision, null, now, identity);
    return this.#read.joined(decision.location, decision.visit, secret, now);
  }

  resume(claim: GuestClaim): Reply<Joined> {
    const found = this.#read.claimed(claim);
    const now = Date.now();
    if (found === null || !isLive(found.visit, now)) return NOT_FOUND;
    return this.#read.joined(found.location, found.visit, claim.secret, now);
  }

  status(claim: GuestClaim): Reply<{ answer: StatusAnswer }> {
    const found = this.#read.claimed(claim);
    if (found === null) return NOT_FOUND;
    const { location, visit } = found;
    return { ok: true, answer: statusAnswer(location, visit, this.#read.position(visit), Date.now()) };
  }

  async leave(claim: GuestClaim): Promise<Reply<object>> {
    const found = this.#read.claimed(claim);
    if (found === null) return NOT_FOUND;
    const now = Date.now();
    const decision = leave(found.location, found.visit, now);
    if (!decision.ok) return decision;
    if (decision.visit !== found.visit) await this.#commit(decision, found.visit, now);
    return { ok: true };
  }

  async changePreference(
    claim: GuestClaim,
    change: PreferenceChange,
  ): Promise<Reply<{ answer: StatusAnswer }>> {
    const found = this.#read.claimed(claim);
    if (found === null) return NOT_FOUND;
    const now = Date.now();
    const decision = changePreference(found.location, found.visit, change);
    if (!decision.ok) return decision;
    await this.#commit(decision, found.visit, now);
    const { location, visit } = decision;
    return { ok: true, answer: statusAnswer(location, visit, this.#read.position(visit), now) };
  }

  admit(name: VisitName): Promise<Reply<{ visit: VisitView }>> {
    return this.#owners(name, admit);
  }

  remove(name: VisitName): Promise<Reply<{ visit: VisitView }>> {
    return this.#owners(name, remove);
  }

  disconnectOwner(sessionTokenHashes: string[]): void {
    for (const hash of sessionTokenHashes) this.#live.closeSession(hash);
  }

  /** Opens a live socket. Only `locate.ts` calls this; the headers say what the Worker has checked. */
  override fetch(request: Request): Response {
    const now = Date.now();
    const location = this.#store.location();
    const sessionTokenHash = request.headers.get('x-owner-session');
    if (sessionTokenHash !== null) {
      if (location === null || location.closed) return new Response(null, { status: 404 });
      const owner = { role: 'owner', sessionTokenHash, until: now + OWNER_SOCKET_MS } as const;
      return this.#live.accept(owner, this.#read.ownerMessage(location, now));
    }
    const found = this.#read.claimed({
      username: decodeURIComponent(request.headers.get('x-username') ?? ''),
      secret: request.headers.get('x-visit-secret') ?? '',
    });
    if (found === null) return new Response(null, { status: 404 });
    const guest = { role: 'guest', visitId: found.visit.id } as const;
    return this.#live.accept(guest, this.#read.guestMessage(found.location, found.visit, now));
  }

  /** A page that missed something asks for the whole again; anything else it says is not for us. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const location = this.#store.location();
    if (message !== SYNC || location === null) return;
    const now = Date.now();
    const who = this.#live.listenerOf(socket);
    if (who.role === 'owner')
      return this.#live.sendToOwner(socket, who, this.#read.ownerMessage(location, now), now);
    const visit = this.#store.visit(who.visitId);
    if (visit !== null) this.#live.send(socket, this.#read.guestMessage(location, visit, now));
  }

  override async alarm(): Promise<void> {
    this.#armedFor = undefined;
    try {
      await this.#endHolds();
      this.#startDrain();
      await this.#arm();
    } catch (error) {
      // An alarm that throws is dropped by the platform after a few tries, and every hold with it.
      log({ event: 'alarm_failed', locationId: this.#id, reason: reasonOf(error) });
      await this.#wakeAt(Date.now() + AFTER_FAILED_ALARM_MS);
    }
  }

  /** Delivers beside the alarm, one drain at a time: a slow provider must not hold back the end of a hold. */
  #startDrain(): void {
    const due = this.#outbox.nextDue();
    if (this.#draining || due === null || due > Date.now()) return;
    this.#draining = true;
    this.ctx.waitUntil(this.#drain());
  }

  async #drain(): Promise<void> {
    let notBefore = 0;
    try {
      await drain(this.#deliveries);
    } catch (error) {
      log({ event: 'alarm_failed', locationId: this.#id, reason: reasonOf(error) });
      notBefore = Date.now() + AFTER_FAILED_ALARM_MS;
    }
    this.#draining = false;
    await this.#arm(notBefore);
  }

  async #endHolds(): Promise<void> {
    const now = Date.now();
    for (const id of this.#store.holdsEndedBy(now)) {
      const location = this.#store.location();
      const visit = this.#store.visit(id);
      const decided = location && visit && endHold(location, visit, now);
      if (!decided) continue;
      await this.#commit(decided, visit, now);
      log({ event: 'hold_expired', locationId: this.#id, visitId: id });
    }
  }

  async #owners(
    name: VisitName,
    decide: (location: Location, visit: Visit, now: number) => Decision,
  ): Promise<Reply<{ visit: VisitView }>> {
    const location = this.#store.location();
    const visit = this.#read.named(name);
    if (location === null || visit === null) return NOT_FOUND;
    const now = Date.now();
    const decision = decide(location, visit, now);
    if (!decision.ok) return decision;
    await this.#commit(decision, visit, now);
    return {
      ok: true,
      visit: visitView(decision.location, decision.visit, this.#read.position(decision.visit), now),
    };
  }

  /** Writes a decision and what it owes in one transaction, arms the alarm, then tells whoever watches. */
  async #commit(decided: Decided, before: Visit | null, now: number, identity?: JoinIdentity): Promise<void> {
    const { location, visit } = decided;
    this.#store.transaction(() => this.#write(decided, now, identity));
    const joined = before === null;
    const leftLine = before?.status === 'waiting' && visit.status !== 'waiting';
    if (joined) this.#read.joinedLine(visit);
    if (leftLine) this.#read.leftLine(visit);
    await this.#arm();
    this.#announcer.changed(location, visit, { joined, leftLine }, now);
  }

  /** Inside a transaction: the visit, new where it has an identity, the location and the outbox. */
  #write({ location, visit, effects }: Decided, now: number, identity?: JoinIdentity): void {
    if (identity === undefined) this.#store.saveVisit(visit);
    else this.#store.insertVisit(visit, identity);
    this.#store.saveLocation(location);
    for (const effect of effects) {
      this.#outbox.enqueue(
        effect.kind === 'history'
          ? historyEntry(this.#id, location, visit, now)
          : turnTextEntry(crypto.randomUUID(), visit, effect.to, location.holdMs, now, effect.expiresAt),
      );
    }
  }

  /**
   * Arms the alarm from the rows. The outbox is not looked at before `outboxNotBefore`; while it drains, only so much
   * later that a drain which died is noticed.
   */
  async #arm(outboxNotBefore = this.#draining ? Date.now() + DRAIN_WATCH_MS : 0): Promise<void> {
    const due = this.#outbox.nextDue();
    await this.#wakeAt(
      nextWake({
        holdEndsAt: this.#store.nextHoldEnd(),
        outboxDueAt: due === null ? null : Math.max(due, outboxNotBefore),
      }),
    );
  }

  /** The only caller of the platform's alarm. */
  async #wakeAt(at: number | null): Promise<void> {
    if (this.#armedFor === at) return;
    this.#armedFor = at;
    if (at === null) await this.ctx.storage.deleteAlarm();
    else await this.ctx.storage.setAlarm(at);
  }

  get #id(): string {
    return this.ctx.id.toString();
  }
}
