/**
 * The life of the demo business while `npm start` runs: guests come and go, and staff admit them, through the product's own calls. It
 * waits while an owner acts, and grants itself the credits that it uses.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { accountAnswer } from '../../src/shared/contracts/account-view.ts';
import { joinAnswer } from '../../src/shared/contracts/guest.ts';
import { customerKey, type LocationView, type VisitView } from '../../src/shared/contracts/queue-view.ts';
import { plans } from '../../src/shared/plans.ts';
import { asDemoAdmin, askOwnerActedAt, logInAsDemoOwner, post, type Send } from './calls.ts';
import { demoOwner } from './demo-business.ts';
import type { Joining } from './guests.ts';
import {
  isGuestStep,
  nextStep,
  type GuestStep,
  type PartyThere,
  type Rush,
  type StaffStep,
} from './next-step.ts';
import type { Random } from './random.ts';

/** How busy the locations are, in the order of their slots. Others that an owner adds stay empty. */
const RUSHES: Rush[] = [
  { least: 4, most: 9, joinEveryMs: 60_000, admitEveryMs: 60_000 },
  { least: 0, most: 3, joinEveryMs: 240_000, admitEveryMs: 150_000 },
];
const LOOK_EVERY_MS = 6_000;
/** An owner who has acted has the place alone for so long. */
const OWNER_ALONE_MS = 120_000;
/** Below so many credits of either kind at a location, all get those of a month again. */
const FEW_CREDITS = 200;
/** No more often: where none count, as a trial is over, grants are of no use. */
const GRANT_EVERY_MS = 3_600_000;
const LOG_OUT_WITHIN_MS = 1_000;

const guestPath = `/auth/business/${demoOwner.username}/queue`;

/** What is remembered of a guest who is there. Who joined before this run has no token here, and cannot act. */
type KnownGuest = { token: string | null; tried: Set<string> };

export class DemoLife {
  readonly #send: Send;
  readonly #random: Random;
  #guests = new Map<string, KnownGuest>();
  /** Of the log-in; null: there is none. */
  #cookie: string | null = null;
  #lookedAt: number | null = null;
  #grantedAt = 0;
  /** The demo's log-in is not what it was: nothing can happen any more. */
  isOver = false;

  constructor(send: Send, random: Random) {
    this.#send = send;
    this.#random = random;
  }

  /** Looks every few seconds, until `stop` or the end. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && !this.isOver) {
      // Whatever failed, be it that the server is closed for a while: the next look begins anew. The server itself has told of it.
      await this.look(Date.now()).catch(() => {});
      await pause(LOOK_EVERY_MS, null, { signal: stop }).catch(() => {});
    }
  }

  /** One look at each location, and one step there at most. Rejects where the server does not answer. */
  async look(now: number): Promise<void> {
    const sinceMs = now - (this.#lookedAt ?? now);
    this.#lookedAt = now;
    if (now - (await askOwnerActedAt(this.#send)) < OWNER_ALONE_MS) return;
    const locations = await this.#locations();
    this.#forgetOthers(locations);
    if (locations.some(hasFewCredits)) await this.#grantCredits(now);
    for (const [index, rush] of RUSHES.entries()) {
      const location = locations[index];
      if (location !== undefined) await this.#move(location, rush, { now, sinceMs });
    }
  }

  /** Ends the log-in. */
  async end(): Promise<void> {
    if (this.#cookie === null) return;
    const signal = AbortSignal.timeout(LOG_OUT_WITHIN_MS);
    await this.#send('/auth/logout', { method: 'POST', headers: { cookie: this.#cookie }, signal });
  }

  async #locations(): Promise<LocationView[]> {
    this.#cookie ??= await logInAsDemoOwner(this.#send);
    this.isOver = this.#cookie === null;
    if (this.#cookie === null) return [];
    const answer = await this.#send('/auth/me', { headers: { cookie: this.#cookie } });
    if (answer.ok) return accountAnswer.parse(await answer.json()).locations;
    if (answer.status === 401) this.#cookie = null;
    await answer.arrayBuffer();
    return [];
  }

  #forgetOthers(locations: LocationView[]): void {
    const there = locations.flatMap(partiesAt);
    this.#guests = new Map(
      there.map(({ id }) => [id, this.#guests.get(id) ?? { token: null, tried: new Set() }]),
    );
  }

  async #grantCredits(now: number): Promise<void> {
    if (now - this.#grantedAt < GRANT_EVERY_MS) return;
    this.#grantedAt = now;
    const { customerCredits, smsCredits } = plans.Professional;
    const { username } = demoOwner;
    const credits = { username, baseCustomerCredits: customerCredits, baseSMSCredits: smsCredits };
    await asDemoAdmin(this.#send, (post) => post('/admin/update-credits', credits));
  }

  async #move(location: LocationView, rush: Rush, look: { now: number; sinceMs: number }): Promise<void> {
    const isPossible = (step: StaffStep | GuestStep) => {
      const { token = null, tried } = this.#guests.get(step.visitId) ?? {};
      return !tried?.has(step.kind) && (token !== null || !isGuestStep(step));
    };
    const step = nextStep(partiesAt(location), rush, look, this.#random, isPossible);
    if (step === null) return;
    if (step.kind === 'join') return this.#join(step.party, location);
    const guest = this.#guests.get(step.visitId);
    // What is refused is not tried again: somebody was faster.
    guest?.tried.add(step.kind);
    const visit = location.queue.find(({ id }) => id === step.visitId);
    const answer = isGuestStep(step)
      ? await this.#actAsGuest(step, visit, guest?.token ?? '')
      : await post(this.#send, `/auth/locations/${location.id}/visits/${step.visitId}/${step.kind}`, {
          cookie: this.#cookie ?? '',
        });
    await answer.arrayBuffer();
  }

  async #join(party: Joining, { id: locationId, address }: LocationView): Promise<void> {
    const answer = await post(this.#send, guestPath, { body: { ...party, locationId, address } });
    if (!answer.ok) {
      await answer.arrayBuffer();
      return;
    }
    const { customer, queueToken } = joinAnswer.parse(await answer.json());
    this.#guests.set(customer.id, { token: queueToken, tried: new Set() });
  }

  #actAsGuest(step: GuestStep, visit: VisitView | undefined, token: string): Promise<Response> {
    switch (step.kind) {
      case 'leave': {
        const key = visit === undefined ? '' : customerKey(visit);
        const path = `${guestPath}/${encodeURIComponent(key)}/leave`;
        return post(this.#send, path, { authorization: `Bearer ${token}` });
      }
      case 'on-my-way':
        return post(this.#send, `${guestPath}/token/${token}/reply`, { body: { reply: 'on_my_way' } });
      case 'more-time': {
        const body = { reply: 'more_time', position: step.position };
        return post(this.#send, `${guestPath}/token/${token}/reply`, { body });
      }
    }
  }
}

function hasFewCredits({ customerCredits, smsCredits }: LocationView): boolean {
  return Math.min(customerCredits, smsCredits) < FEW_CREDITS;
}

/** Who waits, in order, and who was admitted and is not known to have come. */
function partiesAt({ queue, admittedCustomers }: LocationView): PartyThere[] {
  return [...queue, ...admittedCustomers.filter(({ status }) => status === 'admitted')].map((visit) => ({
    ...visit,
    joinedAt: Date.parse(visit.joinedAt),
    admittedAt: timeOf(visit.admittedAt),
    holdExpired: visit.holdExpired ?? false,
    onMyWayAt: timeOf(visit.onMyWayAt),
    moreTimeAt: timeOf(visit.moreTimeAt),
  }));
}

function timeOf(at: string | undefined): number | null {
  return at === undefined ? null : Date.parse(at);
}
