/**
 * Limits of joins, against strangers who fill a line. The networks of a sender are its IPv4 address, or the /64, /56
 * and /48 of its IPv6 address. The limits also apply to the wide networks, because a sender can change the address
 * inside a network. All unknown networks together also have a limit. The guests of a busy shop on one Wi-Fi stay far
 * below all limits. See `docs/decisions/0024-nobody-fills-a-line-alone.md`.
 */
import type { HumanCheck } from '../commands.ts';
import { refused, type Refusal } from '../decision.ts';
import { usualAnHour } from './estimate/busy-hours.ts';
import type { PaceModel } from './estimate/estimate.ts';
import { BURST_MS, type RecentJoin, type RecentJoins } from './recent-joins.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How many joins one network may make in an hour at a quiet line. The limit for a minute is the limit for an hour
 * divided by `MINUTES_OF_BURST`.
 */
const HOURLY = 75;
const MINUTES_OF_BURST = 5;
/**
 * How many joins one network may make in an hour at a busy line: the line's usual admissions in a busy hour times
 * `USUAL_TIMES`. A passed bot check multiplies the limits by `CHECKED_TIMES`.
 */
const USUAL_TIMES = 1.5;
const CHECKED_TIMES = 3;
/**
 * The first limit is for parties from unknown networks that joined within the last hour and are still in line. The
 * first limit is `SURGE`, or `SURGE_USUAL_TIMES` times the usual admissions in a busy hour, whichever is higher. A
 * network is unknown if no guest from this network was admitted in the last day. The second limit is the first limit
 * times `SURGE_GONE_TIMES`. The second limit also counts parties that left or were removed. If the first limit also
 * counted these parties, three senders could close the line to guests.
 */
const SURGE = 200;
const SURGE_USUAL_TIMES = 4;
const SURGE_GONE_TIMES = 5;
/**
 * If one network makes at least this number of joins within `BURST_MS`, staff see these joins as a group. At a busy
 * line the number is higher (`burstOf`).
 */
const BURST = 12;
const BURST_USUAL_TIMES = 3;
const BURSTS_AN_HOUR = 30;

/** If the guest leaves within this time, the visit is a quick visit. */
const QUICK_MS = 2 * MINUTE_MS;
/**
 * A network must wait before its next join if two conditions are met. Within an hour, the network had more quick visits
 * than this number, and more than half of its joins were quick visits.
 */
const QUICK_FREE = 4;
/**
 * The wait after too many quick visits. The wait is shorter than `QUICK_MS`, so that a visit that lasts as long as the
 * wait is still quick.
 */
const REJOIN_WAIT_MS = 1.5 * MINUTE_MS;

/** The number of joins of one network within `BURST_MS` that make a group, at a line with this pace. */
export function burstOf({ hours }: Pick<PaceModel, 'hours'>): number {
  return Math.max(BURST, Math.ceil((usualAnHour(hours) / BURSTS_AN_HOUR) * BURST_USUAL_TIMES));
}

/**
 * Why this sender may not join now; null if the sender may join. If a bot check is configured, a sender above a limit
 * must pass the check. A passed check raises the limits.
 */
export function refusalToSender(
  joins: RecentJoins,
  { networks, humanCheck }: { networks: readonly string[]; humanCheck: HumanCheck },
  { hours }: PaceModel,
  now: number,
): Refusal | null {
  if (networks.length === 0) return null;
  const ofNetworks = networks.map((network) => joins.from(network, now - HOUR_MS));
  // The wait after quick visits applies only to the narrowest network. A passed bot check ends the wait.
  const rejoinAt = humanCheck === 'passed' ? now : nextJoinAt(ofNetworks[0] ?? []);
  if (rejoinAt > now && humanCheck === 'off') return refused('rejoin_later', secondsUntil(rejoinAt, now));

  const usual = usualAnHour(hours);
  const times = humanCheck === 'passed' ? CHECKED_TIMES : 1;
  const hourly = Math.ceil(Math.max(HOURLY, usual * USUAL_TIMES) * times);
  const freeAt = Math.max(
    ...ofNetworks.map((recent) => withinLimitsAt(recent, hourly, now)),
    endOfBurst(joins, networks, { burst: burstOf({ hours }), most: hourly }, now),
  );
  if (freeAt > now && humanCheck !== 'possible') return refused('sender_limit', secondsUntil(freeAt, now));
  const surge = Math.ceil(Math.max(SURGE, usual * SURGE_USUAL_TIMES) * times);
  const surgeOverAt = endOfSurge(joins, networks, surge, now);
  if (surgeOverAt > now && humanCheck !== 'possible')
    return refused('line_surge', secondsUntil(surgeOverAt, now));
  return Math.max(rejoinAt, freeAt, surgeOverAt) > now ? refused('human_check') : null;
}

/**
 * The time at which joins from unknown networks are below the limit `surge` again. Returns `now` for a network with an
 * admitted guest in the last day, such as the shop's Wi-Fi.
 */
function endOfSurge(joins: RecentJoins, networks: readonly string[], surge: number, now: number): number {
  const unknown = joins.fromUnknown(now - HOUR_MS, surge);
  const inLine = unknown.filter(({ isGone }) => !isGone);
  const first = inLine.at(-surge) ?? unknown.at(-surge * SURGE_GONE_TIMES);
  return first === undefined || joins.knowsGuestOf(networks) ? now : first.joinedAt + HOUR_MS;
}

/**
 * The time at which a join from these networks would be in no group. Returns `now` if all groups together have fewer
 * than `most` joins in the last hour. Returns `now` also for a network with an admitted guest in the last day. Groups
 * need this limit because `endOfSurge` does not count joins in groups.
 */
function endOfBurst(
  joins: RecentJoins,
  networks: readonly string[],
  { burst, most }: { burst: number; most: number },
  now: number,
): number {
  if (!joins.wouldGroup(networks, now, burst) || joins.knowsGuestOf(networks)) return now;
  return joins.countGrouped(now - HOUR_MS) < most ? now : now + BURST_MS;
}

/**
 * The time at which a network is below its limits for a minute and for an hour. `recent`: the joins of this network in
 * the last hour.
 */
function withinLimitsAt(recent: readonly RecentJoin[], hourly: number, now: number): number {
  const inMinute = Math.ceil(hourly / MINUTES_OF_BURST);
  const ofHour = recent.at(-hourly)?.joinedAt ?? -Infinity;
  const ofMinute = recent.at(-inMinute)?.joinedAt ?? -Infinity;
  return Math.max(ofHour + HOUR_MS, ofMinute + MINUTE_MS, now);
}

/**
 * The time from which a network may join again after its quick visits. `recent`: the joins of this network in the last
 * hour.
 */
function nextJoinAt(recent: readonly RecentJoin[]): number {
  const quick = recent.flatMap(({ joinedAt, leftAt }) =>
    leftAt !== null && leftAt - joinedAt <= QUICK_MS ? [leftAt] : [],
  );
  if (quick.length <= Math.max(QUICK_FREE, recent.length / 2)) return -Infinity;
  return Math.max(...quick) + REJOIN_WAIT_MS;
}

function secondsUntil(at: number, now: number): number {
  return Math.ceil((at - now) / 1000);
}
