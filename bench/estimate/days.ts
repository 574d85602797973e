/** Simulates business days: the joins and the end of each wait. The simulation does not use the estimates. */
import type { Business, Opening } from './businesses.ts';

/**
 * One party's wait. Times are epoch milliseconds. `day` is the number of the business day, from 1. `truth`: the shifts
 * of the opening, and the mean time for which a party occupies a server on this day. The learned estimate does not get
 * `truth`.
 */
export type Wait = {
  day: number;
  joinedAt: number;
  end: 'admitted' | 'gone';
  endedAt: number;
  truth: { shifts: Shift[]; partyMs: number };
};

/** An entry by staff: at the time `at`, staff enter that `servers` servers are on duty. */
export type Telling = { at: number; servers: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Monday. */
const FIRST_DAY_MS = Date.UTC(2026, 0, 5);
/** Variation of the service times from day to day, for example by other staff or slow machines. */
const SLOWNESS = { mean: 1, variation: 0.12 };
const DEMAND = { mean: 1, variation: 0.1 };
const BAD_DAY_SHARE = 0.1;
/**
 * Share of evenings on which a guest goes home without leaving the line. The owner removes the visit the next morning.
 */
const FORGOTTEN_SHARE = 0.05;
/** Minimal time between two taps of an owner. */
const BETWEEN_TAPS_MS = 3_000;
/** Mean time from a change of the number of servers until the owner enters the new number (exponential). */
const TELLING_MINUTES = 3;

export type Days = { waits: Wait[]; tellings: Telling[] };

/** The waits of consecutive business days, in the order of joining, and the numbers of servers that staff enter. */
export function simulateDays(business: Business, days: number, seed: number): Days {
  const chance = chanceFrom(seed);
  const all: Days = { waits: [], tellings: [] };
  for (let day = 1, date = 0; day <= days; date += 1) {
    const demand = business.weekdays[date % 7] ?? 0;
    if (demand === 0) continue;
    const { waits, tellings } = simulateDay(business, demand, FIRST_DAY_MS + date * DAY_MS, chance, day);
    all.waits.push(...waits);
    all.tellings.push(...tellings);
    day += 1;
  }
  return all;
}

function simulateDay(
  business: Business,
  demand: number,
  midnight: number,
  chance: Chance,
  day: number,
): Days {
  const slowness = logNormal(chance, SLOWNESS.mean, SLOWNESS.variation);
  const busyness = demand * logNormal(chance, DEMAND.mean, DEMAND.variation);
  const missing = chance() < BAD_DAY_SHARE ? business.missingOnBadDays : 0;
  const partyMs = meanOccupiedMinutes(business, slowness) * MINUTE_MS;
  const waits: Wait[] = [];
  const tellings: Telling[] = [];
  for (const opening of business.openings) {
    const shifts = shiftsOf(business, opening, missing, midnight);
    const servers = startServers(business, opening, shifts, midnight, chance);
    const joins = joinTimes(opening, busyness, midnight, chance);
    const truth = { shifts, partyMs };
    waits.push(...serve(business, joins, servers, slowness, chance).map((wait) => ({ day, truth, ...wait })));
    // Staff enter the number of servers only if the business has shifts.
    if (opening.servers !== undefined)
      for (const [index, { from, count }] of shifts.entries()) {
        const isNew = shifts[index - 1]?.count !== count;
        const delayMs = Math.round(exponential(chance, TELLING_MINUTES) * MINUTE_MS);
        if (isNew) tellings.push({ at: from + delayMs, servers: count });
      }
  }
  if (chance() < FORGOTTEN_SHARE) {
    const last = waits.at(-1);
    const opensAgain = midnight + DAY_MS + (business.openings[0]?.from ?? 0) * HOUR_MS;
    waits.push({
      day,
      joinedAt: (last?.joinedAt ?? midnight) + MINUTE_MS,
      end: 'gone',
      endedAt: opensAgain + 5 * MINUTE_MS,
      truth: last?.truth ?? { shifts: [], partyMs },
    });
  }
  return { waits, tellings };
}

/** From the time `from` on, `count` servers are on duty. */
export type Shift = { from: number; count: number };

/** The shifts of an opening. The first shift starts with the opening. At least one server is always on duty. */
function shiftsOf(business: Business, opening: Opening, missing: number, midnight: number): Shift[] {
  return (opening.servers ?? [business.servers]).map((count, hour) => ({
    from: midnight + (opening.from + hour) * HOUR_MS,
    count: Math.max(1, count - missing),
  }));
}

export function countAt(shifts: Shift[], at: number): number {
  return (shifts.findLast(({ from }) => from <= at) ?? shifts[0])?.count ?? 1;
}

/**
 * A server. `freeAt`: time when the server is free. `breakAt`: time when the server's break is due (Infinity: no break
 * is left). `place`: the server's number, from 0. The server is on duty in the `shifts` whose `count` is greater than
 * `place`.
 */
type Server = { freeAt: number; breakAt: number; place: number; shifts: Shift[] };

function startServers(
  business: Business,
  opening: Opening,
  shifts: Shift[],
  midnight: number,
  chance: Chance,
): Server[] {
  const middle = midnight + ((opening.from + opening.until) / 2) * HOUR_MS;
  const count = Math.max(...shifts.map((shift) => shift.count));
  return Array.from({ length: count }, (_, place) => ({
    freeAt: midnight + opening.from * HOUR_MS + chance() * business.lateStartMinutes * MINUTE_MS,
    // Each server's break begins when the previous server's break ends.
    breakAt:
      business.breakMinutes === 0
        ? Infinity
        : middle + (place - count / 2) * business.breakMinutes * MINUTE_MS,
    place,
    shifts,
  }));
}

/** Time when this server can begin to serve a party that joined at `joinedAt`; Infinity: never on this day. */
function beginOf({ freeAt, place, shifts }: Server, joinedAt: number): number {
  const at = Math.max(freeAt, joinedAt);
  if (countAt(shifts, at) > place) return at;
  return shifts.find(({ from, count }) => from > at && count > place)?.from ?? Infinity;
}

function joinTimes(opening: Opening, busyness: number, midnight: number, chance: Chance): number[] {
  const times: number[] = [];
  for (const [hour, perHour] of opening.joinsPerHour.entries()) {
    const begin = opening.from + hour;
    const end = Math.min(begin + 1, opening.until);
    const meanHours = 1 / (perHour * busyness);
    for (let at = begin + exponential(chance, meanHours); at < end; at += exponential(chance, meanHours))
      times.push(Math.round(midnight + at * HOUR_MS));
  }
  return times;
}

/**
 * Serves parties in the order of joining. Each party gets the first server that can serve the party. A party that gives
 * up before the owner's tap gets no server.
 */
function serve(
  business: Business,
  joins: number[],
  servers: Server[],
  slowness: number,
  chance: Chance,
): Pick<Wait, 'joinedAt' | 'end' | 'endedAt'>[] {
  let lastTap = 0;
  return joins.map((joinedAt) => {
    const server = nextServer(servers, business.breakMinutes, joinedAt);
    const tapMs = exponential(chance, business.tapMinutes) * MINUTE_MS;
    const tapAt = Math.round(Math.max(beginOf(server, joinedAt) + tapMs, lastTap + BETWEEN_TAPS_MS));
    const { mean, variation } = business.patienceMinutes;
    const givesUpAt = Math.round(joinedAt + logNormal(chance, mean, variation) * MINUTE_MS);
    if (givesUpAt < tapAt) return { joinedAt, end: 'gone', endedAt: givesUpAt };
    lastTap = tapAt;
    server.freeAt = tapAt + occupiedMinutes(business, slowness, chance) * MINUTE_MS;
    return { joinedAt, end: 'admitted', endedAt: tapAt };
  });
}

/**
 * Returns the server that can begin first to serve a party that joined at `joinedAt`. A due break begins as soon as the
 * server is free.
 */
function nextServer(servers: Server[], breakMinutes: number, joinedAt: number): Server {
  const first = servers.reduce((first, other) => {
    const difference = beginOf(other, joinedAt) - beginOf(first, joinedAt);
    return difference < 0 || (difference === 0 && other.freeAt < first.freeAt) ? other : first;
  });
  if (Math.max(first.freeAt, joinedAt) < first.breakAt) return first;
  first.freeAt = Math.max(first.freeAt, first.breakAt) + breakMinutes * MINUTE_MS;
  first.breakAt = Infinity;
  return nextServer(servers, breakMinutes, joinedAt);
}

/** The mean of `occupiedMinutes`, plus the time from a free server to the owner's tap. */
function meanOccupiedMinutes(business: Business, slowness: number): number {
  const { tapMinutes, walkInMinutes, noShowShare, noShowMinutes, serviceMinutes } = business;
  const shown = walkInMinutes + slowness * serviceMinutes.mean;
  return tapMinutes + noShowShare * noShowMinutes + (1 - noShowShare) * shown;
}

function occupiedMinutes(business: Business, slowness: number, chance: Chance): number {
  if (chance() < business.noShowShare) return business.noShowMinutes;
  const { mean, variation } = business.serviceMinutes;
  return exponential(chance, business.walkInMinutes) + slowness * logNormal(chance, mean, variation);
}

/** A random source: each call returns the next number in [0, 1). The same seed gives the same days on every machine. */
type Chance = () => number;

/**
 * The generator mulberry32 (Tommy Ettinger, public domain). Its 32 bits of state are enough for some thousand guests.
 */
function chanceFrom(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A log-normal random number, by mean and coefficient of variation. Never negative. */
function logNormal(chance: Chance, mean: number, variation: number): number {
  const variance = Math.log(1 + variation ** 2);
  // This is the Box-Muller transform. 1 - chance() is never 0, so the logarithm exists.
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return mean * Math.exp(normal * Math.sqrt(variance) - variance / 2);
}

/**
 * Returns an exponential random number, for example the time until the next event if events are independent of each
 * other.
 */
function exponential(chance: Chance, mean: number): number {
  return -mean * Math.log(1 - chance());
}
