/**
 * The past of the demo business: five weeks of visits with seeded random choices. The product's queue code (`decide`)
 * processes the visits, so the waits, the promised waits and the learned pace are as in the product. Pure.
 */
import { DAY_MS } from '../../src/shared/limits.ts';
import type { Command } from '../../src/shared/queue/commands.ts';
import { decide } from '../../src/shared/queue/decide.ts';
import type { Accepted, TextRecord } from '../../src/shared/queue/decision.ts';
import { dueCommands } from '../../src/shared/queue/due-commands.ts';
import { dutyEndsAt, reopensAt } from '../../src/shared/queue/rules/opening-hours.ts';
import type { QueueEvent } from '../../src/shared/queue/events.ts';
import { MemoryStorage, snapshotOf } from '../../src/shared/queue/memory-storage.ts';
import { noAlmostThere } from '../../src/shared/queue/rules/texts/almost-there.ts';
import { unknownPace } from '../../src/shared/queue/rules/estimate/estimate.ts';
import { initialSettings, splitSettings } from '../../src/shared/queue/settings.ts';
import { MAIN_SERVICE, type Location, type Visit } from '../../src/shared/queue/state.ts';
import { plans } from '../../src/shared/plans.ts';
import { DEMO_TIME_ZONE, demoOwner, type DemoLocation } from './demo-business.ts';
import { firstInLine, type Joining } from './guests.ts';
import { isGuestStep, nextStep, type PartyThere, type Rush, type Step } from './next-step.ts';
import { randomOf, type Random } from './random.ts';

/** The whole past of a location, oldest first, and its present state. */
export type Past = {
  location: Location;
  visits: Visit[];
  events: QueueEvent[];
  texts: TextRecord[];
};

const SEED = 20_251_124;
export const PAST_MS = 35 * DAY_MS;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LOOK_EVERY_MS = 20_000;
/** Jakarta is seven hours ahead of UTC the whole year. */
const AHEAD_OF_UTC_MS = 7 * HOUR_MS;

const OPENS_AT = 8;
const CLOSES_AT = 22;
/** Relative number of guests from Sunday to Saturday: Mondays are quiet. */
const BUSYNESS = [1.1, 0.45, 0.8, 0.9, 1, 1.3, 1.4] as const;
const LUNCH: Rush = { least: 0, most: 9, joinEveryMs: 4.2 * MINUTE_MS, admitEveryMs: 4 * MINUTE_MS };
const DINNER: Rush = { least: 0, most: 8, joinEveryMs: 5.3 * MINUTE_MS, admitEveryMs: 4.6 * MINUTE_MS };
const BETWEEN: Rush = { least: 0, most: 4, joinEveryMs: 50 * MINUTE_MS, admitEveryMs: 3 * MINUTE_MS };
/** The time before closing: nobody joins, and the last guests of the day are served. */
const LAST_ORDERS: Rush = { least: 0, most: 0, joinEveryMs: Infinity, admitEveryMs: MINUTE_MS };
/** The last hours before the demo begins are busy, at any time of day. */
const LATELY: Rush = { least: 0, most: 6, joinEveryMs: 6 * MINUTE_MS, admitEveryMs: 4 * MINUTE_MS };
const LATELY_MS = 3 * HOUR_MS;

/** Minutes from the join of each guest in line to the start of the demo. */
const JOINED_MINUTES_AGO = [13, 9, 7, 4, 1];
const LINE_BEGINS_MS = 20 * MINUTE_MS;

/**
 * The five weeks up to `now` (epoch milliseconds) at one location. `isFirst`: true if the guests of `firstInLine` are
 * in line at this location.
 */
export function fiveWeeksOf(place: DemoLocation, now: number, isFirst: boolean): Past {
  const cafe = new Cafe(place, now - PAST_MS);
  const until = isFirst ? now - LINE_BEGINS_MS : now;
  for (let at = now - PAST_MS; at < until; at += LOOK_EVERY_MS) {
    const rush = rushAt(at, now, place);
    if (rush !== null) cafe.look(at, rush);
    else if (cafe.isEmpty) at = Math.min(cafe.beginDay(at), now - LATELY_MS) - LOOK_EVERY_MS;
  }
  if (isFirst) cafe.formLine(until, now);
  return cafe.past();
}

/** How busy the location is at an instant; null: the location is closed. */
function rushAt(at: number, now: number, { share }: DemoLocation): Rush | null {
  const local = new Date(at + AHEAD_OF_UTC_MS);
  const hour = local.getUTCHours() + local.getUTCMinutes() / 60;
  const usual = rushOfDay(hour);
  const day = randomOf(SEED, `day ${Math.floor((at + AHEAD_OF_UTC_MS) / DAY_MS)}`);
  const busyness = (BUSYNESS[local.getUTCDay()] ?? 1) * day.between(0.75, 1.3);
  // On some days the kitchen is slow.
  const slowness = day.between(0.8, 1.25);
  const joinEveryMs = (usual?.joinEveryMs ?? Infinity) / busyness;
  const isQuietOfLate = now - at <= LATELY_MS && joinEveryMs > LATELY.joinEveryMs;
  const rush = isQuietOfLate
    ? LATELY
    : usual && { ...usual, joinEveryMs, admitEveryMs: usual.admitEveryMs * slowness };
  return (
    rush && {
      ...rush,
      joinEveryMs: rush.joinEveryMs / share,
      admitEveryMs: rush.admitEveryMs / Math.sqrt(share),
    }
  );
}

function rushOfDay(hour: number): Rush | null {
  if (hour < OPENS_AT || hour >= CLOSES_AT) return null;
  if (hour >= CLOSES_AT - 0.5) return LAST_ORDERS;
  if (hour >= 11.75 && hour < 13.25) return LUNCH;
  return hour >= 18.5 && hour < 19.75 ? DINNER : BETWEEN;
}

/** Plays the past of a location, one day at a time, with the product's queue code and a storage in memory. */
class Cafe {
  readonly #random: Random;
  readonly #name: string;
  #storage: MemoryStorage;
  /** The data of all days before the day that is processed now. */
  readonly #before: Omit<Past, 'location'> = { visits: [], events: [], texts: [] };
  #joins = 0;

  constructor({ name, address }: DemoLocation, openedAt: number) {
    this.#name = name;
    this.#random = randomOf(SEED, name);
    this.#storage = new MemoryStorage(name, snapshotOf(newLocation(address, openedAt)));
  }

  get isEmpty(): boolean {
    return this.#there().length === 0;
  }

  /** Runs the commands that are due at the location, and then takes at most one step. */
  look(now: number, rush: Rush): void {
    this.#runDue(now);
    const step = nextStep(this.#there(), rush, { now, sinceMs: LOOK_EVERY_MS }, this.#random, () => true);
    if (step !== null) this.#take(step, now);
  }

  /** Moves the data of the past day to `#before`, and returns the next opening time. */
  beginDay(now: number): number {
    this.#putAside();
    const midnight = Math.floor((now + AHEAD_OF_UTC_MS) / DAY_MS) * DAY_MS - AHEAD_OF_UTC_MS;
    const opens = midnight + OPENS_AT * HOUR_MS;
    return opens > now ? opens : opens + DAY_MS;
  }

  /**
   * Runs the last minutes before the demo begins: the waiting guests are served, and then the guests of the demo's line
   * join.
   */
  formLine(from: number, now: number): void {
    const joins = firstInLine.map((party, index) => ({
      party,
      at: now - (JOINED_MINUTES_AGO[index] ?? 0) * MINUTE_MS,
    }));
    const begins = joins[0]?.at ?? now;
    for (let at = from; at < begins; at += LOOK_EVERY_MS)
      this.look(at, { ...LAST_ORDERS, admitEveryMs: LOOK_EVERY_MS });
    for (const { party, at } of joins) this.#take({ kind: 'join', party }, at);
  }

  past(): Past {
    this.#putAside();
    return { ...this.#before, location: this.#location };
  }

  get #location(): Location {
    const location = this.#storage.location();
    if (location === null) throw new Error('there is no location');
    return location;
  }

  #there(): PartyThere[] {
    const visits = [...this.#storage.snapshot.visits.values()];
    const admitted = visits.filter(({ status }) => status === 'admitted');
    return [...this.#storage.waiting(), ...admitted];
  }

  #putAside(): void {
    const { visits, events, texts } = this.#storage.snapshot;
    this.#before.visits.push(...visits.values());
    this.#before.events.push(...events);
    this.#before.texts.push(...texts.values());
    this.#storage = new MemoryStorage(this.#name, snapshotOf(this.#location));
  }

  #runDue(now: number): void {
    for (const command of dueCommands(this.#storage, now, reopensAt)) this.#run(command, now);
  }

  #take(step: Step, now: number): void {
    if (step.kind === 'join') {
      this.#join(step.party, now);
      return;
    }
    const visit = { id: step.visitId };
    if (isGuestStep(step)) this.#run({ ...step, visit, actor: { kind: 'guest' } }, now);
    else this.#run({ kind: step.kind, visit, actor: { kind: 'owner' } }, now);
  }

  #join(party: Joining, now: number): void {
    this.#joins += 1;
    const { username } = demoOwner;
    const asked = { username, language: 'en', idempotencyKey: null, sender: null, heldSecret: null } as const;
    this.#run({ kind: 'join', party, ...asked, actor: { kind: 'guest' } }, now);
  }

  #run(command: Command, now: number): void {
    const id = `${this.#name}-${this.#joins}`;
    const outcome = decide(this.#storage, command, {
      now,
      readNumber: (typed) => (typed === '' ? null : { e164: typed.replaceAll(' ', ''), country: 'ID' }),
      isOpenAt: () => true,
      dutyEndsAt,
      newcomer: { id, keys: { tokenHash: id, requestHash: '', networks: [] }, isAssumedNew: true },
    });
    if (!outcome.ok) throw new Error(`the demo's past was refused: ${outcome.code}`);
    this.#storage.commit(outcome);
    this.#deliver(outcome, now);
  }

  /** Marks the text messages of a decision as delivered immediately. */
  #deliver({ effects }: Accepted, now: number): void {
    for (const effect of effects) {
      if (effect.kind !== 'turn_text') continue;
      const { visitId, credits } = effect;
      const call = this.#storage.visit({ id: visitId })?.summonCount ?? 0;
      const text = { id: `${visitId}-text-${call}`, visitId, call, credits };
      const providerId = text.id;
      this.#run({ kind: 'record-text', text, to: 'delivered', providerId, actor: { kind: 'provider' } }, now);
    }
  }
}

function newLocation(address: string, openedAt: number): Location {
  const { customerCredits, smsCredits } = plans.Professional;
  const set = splitSettings({ ...initialSettings(), timezone: DEMO_TIME_ZONE, country: 'ID' });
  return {
    profile: {
      businessId: '',
      businessName: demoOwner.name,
      username: demoOwner.username,
      address,
      homeCountry: 'ID',
      closedAt: null,
    },
    settings: set.location,
    // These credits are enough for five weeks. The payment of the plan replaces the remaining credits.
    credits: {
      customerCredits: 2 * customerCredits,
      customerDebt: 0,
      customerCreditsMonth: customerCredits,
      smsCredits: 2 * smsCredits,
      revision: 0,
      endAt: null,
      billingRevision: 0,
      guestsLeft: null,
    },
    health: { textBreaker: null, textStop: null, databaseAwaySince: null },
    services: {
      [MAIN_SERVICE]: {
        settings: set.service,
        lastRank: 0,
        pace: unknownPace,
        undos: [],
        onDuty: [],
        almostThere: noAlmostThere,
      },
    },
    lastJoinedAt: openedAt,
    version: 0,
  };
}
