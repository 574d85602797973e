/** Simulates business days: the joins and the end of each wait. Independent of the estimates. */
import type { Business, Opening } from './businesses.ts';

/** One party's wait. Epoch milliseconds; `day` counts the business days from 1. */
export type Wait = { day: number; joinedAt: number; end: 'admitted' | 'gone'; endedAt: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Monday. */
const FIRST_DAY_MS = Date.UTC(2026, 0, 5);
/** Variation of the pace from day to day: staff on shift, state of the machines. */
const SLOWNESS = { mean: 1, variation: 0.12 };
const DEMAND = { mean: 1, variation: 0.1 };
const BAD_DAY_SHARE = 0.1;
/**
 * Share of evenings on which a guest goes home without leaving the line. The owner removes the visit the next morning.
 */
const FORGOTTEN_SHARE = 0.05;
/** Minimal time between two taps of an owner. */
const BETWEEN_TAPS_MS = 3_000;

/** The waits of consecutive business days, in the order of joining. */
export function simulateDays(business: Business, days: number, seed: number): Wait[] {
  const chance = chanceFrom(seed);
  const waits: Wait[] = [];
  for (let day = 1, date = 0; day <= days; date += 1) {
    const demand = business.weekdays[date % 7] ?? 0;
    if (demand === 0) continue;
    waits.push(...simulateDay(business, demand, FIRST_DAY_MS + date * DAY_MS, chance, day));
    day += 1;
  }
  return waits;
}

function simulateDay(
  business: Business,
  demand: number,
  midnight: number,
  chance: Chance,
  day: number,
): Wait[] {
  const slowness = logNormal(chance, SLOWNESS.mean, SLOWNESS.variation);
  const busyness = demand * logNormal(chance, DEMAND.mean, DEMAND.variation);
  const missing = chance() < BAD_DAY_SHARE ? business.missingOnBadDays : 0;
  const waits: Wait[] = [];
  for (const opening of business.openings) {
    const servers = startServers(business, opening, business.servers - missing, midnight, chance);
    const joins = joinTimes(opening, busyness, midnight, chance);
    waits.push(...serve(business, joins, servers, slowness, chance, day));
  }
  if (chance() < FORGOTTEN_SHARE) {
    const lastJoin = waits.at(-1)?.joinedAt ?? midnight;
    const opensAgain = midnight + DAY_MS + (business.openings[0]?.from ?? 0) * HOUR_MS;
    waits.push({ day, joinedAt: lastJoin + MINUTE_MS, end: 'gone', endedAt: opensAgain + 5 * MINUTE_MS });
  }
  return waits;
}

/** A server: when it is free, and when its break is due (Infinity: none any more). */
type Server = { freeAt: number; breakAt: number };

function startServers(
  business: Business,
  opening: Opening,
  count: number,
  midnight: number,
  chance: Chance,
): Server[] {
  const middle = midnight + ((opening.from + opening.until) / 2) * HOUR_MS;
  return Array.from({ length: count }, (_, place) => ({
    freeAt: midnight + opening.from * HOUR_MS + chance() * business.lateStartMinutes * MINUTE_MS,
    // Breaks follow each other, as in shifts.
    breakAt:
      business.breakMinutes === 0
        ? Infinity
        : middle + (place - count / 2) * business.breakMinutes * MINUTE_MS,
  }));
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

/** First come, first served: each party gets the server that is free first, unless its patience ends before. */
function serve(
  business: Business,
  joins: number[],
  servers: Server[],
  slowness: number,
  chance: Chance,
  day: number,
): Wait[] {
  let lastTap = 0;
  return joins.map((joinedAt) => {
    const server = nextServer(servers, business.breakMinutes, joinedAt);
    const tapMs = exponential(chance, business.tapMinutes) * MINUTE_MS;
    const tapAt = Math.round(Math.max(Math.max(server.freeAt, joinedAt) + tapMs, lastTap + BETWEEN_TAPS_MS));
    const { mean, variation } = business.patienceMinutes;
    const givesUpAt = Math.round(joinedAt + logNormal(chance, mean, variation) * MINUTE_MS);
    if (givesUpAt < tapAt) return { day, joinedAt, end: 'gone', endedAt: givesUpAt };
    lastTap = tapAt;
    server.freeAt = tapAt + occupiedMinutes(business, slowness, chance) * MINUTE_MS;
    return { day, joinedAt, end: 'admitted', endedAt: tapAt };
  });
}

/** The server that is free first for a party. Breaks begin when their time has come and the server is free. */
function nextServer(servers: Server[], breakMinutes: number, joinedAt: number): Server {
  const first = servers.reduce((first, other) => (other.freeAt < first.freeAt ? other : first));
  if (Math.max(first.freeAt, joinedAt) < first.breakAt) return first;
  first.freeAt = Math.max(first.freeAt, first.breakAt) + breakMinutes * MINUTE_MS;
  first.breakAt = Infinity;
  return nextServer(servers, breakMinutes, joinedAt);
}

function occupiedMinutes(business: Business, slowness: number, chance: Chance): number {
  if (chance() < business.noShowShare) return business.noShowMinutes;
  const { mean, variation } = business.serviceMinutes;
  return exponential(chance, business.walkInMinutes) + slowness * logNormal(chance, mean, variation);
}

/** A random source: each call returns the next number in [0, 1). The same seed gives the same days on every machine. */
type Chance = () => number;

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for some thousand guests. */
function chanceFrom(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A log-normal random figure by mean and coefficient of variation. Never negative. */
function logNormal(chance: Chance, mean: number, variation: number): number {
  const variance = Math.log(1 + variation ** 2);
  // Box-Muller transform; 1 - chance() is never 0.
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return mean * Math.exp(normal * Math.sqrt(variance) - variance / 2);
}

/** An exponential random figure: the time to the next of independent events. */
function exponential(chance: Chance, mean: number): number {
  return -mean * Math.log(1 - chance());
}
