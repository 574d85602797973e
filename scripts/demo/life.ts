/**
 * Runs the demo business while `npm start` runs: guests join and leave, and staff admit guests, by calls of the
 * product's API. The demo pauses while a member acts, and the demo's admin grants the credits that the demo uses.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { accountAnswer } from '../../src/shared/contracts/account/view.ts';
import { joinAnswer } from '../../src/shared/contracts/guest.ts';
import { customerKey, type LocationView, type VisitView } from '../../src/shared/contracts/queue-view.ts';
import { plans } from '../../src/shared/plans.ts';
import { asDemoAdmin, askMemberActedAt, logInAsDemoOwner, post, type Send } from './calls.ts';
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

/** How busy the locations are, in the order of their slots. Locations that an owner adds stay empty. */
const RUSHES: Rush[] = [
  { least: 4, most: 9, joinEveryMs: 60_000, admitEveryMs: 60_000 },
  { least: 0, most: 3, joinEveryMs: 240_000, admitEveryMs: 150_000 },
];
const LOOK_EVERY_MS = 6_000;
/** The demo pauses for this long after a member's action. */
const MEMBER_ALONE_MS = 120_000;
/**
 * If a location has fewer customer credits or fewer SMS credits than this number, all locations get a month's credits.
 */
const FEW_CREDITS = 200;
/**
 * Credits are granted at most once in this time. After the end of a trial, granted credits have no effect. Without this
 * limit, the demo would then grant credits at every look.
 */
const GRANT_EVERY_MS = 3_600_000;
const LOG_OUT_WITHIN_MS = 1_000;

const guestPath = `/auth/business/${demoOwner.username}/queue`;

/** A guest at a location. `token` is null for a guest who joined before this run, so this guest cannot act. */
type KnownGuest = { token: string | null; tried: Set<string> };

export class DemoLife {
  readonly #send: Send;
  readonly #random: Random;
  #guests = new Map<string, KnownGuest>();
  /** The cookie of the log-in; null: not logged in. */
  #cookie: string | null = null;
  #lookedAt: number | null = null;
  #grantedAt = 0;
  /** True if the demo's log-in no longer works, so that the demo ends. */
  isOver = false;

  constructor(send: Send, random: Random) {
    this.#send = send;
    this.#random = random;
  }

  /** Looks at the locations every few seconds, until `stop` is aborted or the demo is over. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && !this.isOver) {
      // After a failure, such as a stopped server, the demo looks again after the usual pause. The failure is not
      // logged here, because the server has logged the failure.
      await this.look(Date.now()).catch(() => {});
      await pause(LOOK_EVERY_MS, null, { signal: stop }).catch(() => {});
    }
  }

  /** Looks at each location and takes at most one step there. Rejects if the server does not answer. */
  async look(now: number): Promise<void> {
    const sinceMs = now - (this.#lookedAt ?? now);
    this.#lookedAt = now;
    if (now - (await askMemberActedAt(this.#send)) < MEMBER_ALONE_MS) return;
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
    // A refused step is not repeated, because a refusal means that another person has already acted.
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

/** The waiting parties in order, and the admitted parties that have no outcome yet. */
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
