/**
 * Limits of joins, against strangers who fill a line. A sender is counted as an IPv4 address, or as an IPv6 address's
 * /64, /56 and /48, so that a change of address inside one of these networks does not evade the limits. Joins from many
 * unknown networks have a common limit, which depends on the line's pace. The limits are far above the joins of a full
 * hour of guests on one Wi-Fi. Pure (`docs/decisions/0024-nobody-fills-a-line-alone.md`).
 */
import type { HumanCheck } from '../commands.ts';
import { refused, type Refusal } from '../decision.ts';
import { usualAnHour } from './estimate/busy-hours.ts';
import type { PaceModel } from './estimate/estimate.ts';
import { BURST_MS, type RecentJoin, type RecentJoins } from './recent-joins.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The most joins of one network in an hour, at a line with no or little traffic. The limit for a minute is the hourly
 * limit divided by `MINUTES_OF_BURST`.
 */
const HOURLY = 75;
const MINUTES_OF_BURST = 5;
/**
 * The limit of a busy line is its usual number times `USUAL_TIMES`. A passed bot check multiplies the limits by
 * `CHECKED_TIMES`.
 */
const USUAL_TIMES = 1.5;
const CHECKED_TIMES = 3;
/**
 * The most joins at a line in an hour from networks without an admitted guest in the last day: `SURGE`, or
 * `SURGE_USUAL_TIMES` times the usual number. Parties that left or were removed are not counted. A second limit,
 * `SURGE_GONE_TIMES` as high, counts them, too: with one limit, three senders could close the line to real guests, and
 * staff could not open it.
 */
const SURGE = 200;
const SURGE_USUAL_TIMES = 4;
const SURGE_GONE_TIMES = 5;
/** The least number of joins of one network within `BURST_MS` that staff see as a group. */
const BURST = 12;
const BURST_USUAL_TIMES = 3;
const BURSTS_AN_HOUR = 30;

/** If the guest leaves within this time, the visit is a quick visit. */
const QUICK_MS = 2 * MINUTE_MS;
/** The most quick visits of a network in an hour without a wait: this number, or half of the network's joins. */
const QUICK_FREE = 4;
/**
 * How long a network with more quick visits than `QUICK_FREE` allows waits before its next join. This wait is shorter than `QUICK_MS`, so that a visit of this length still
 * counts as a quick visit.
 */
const REJOIN_WAIT_MS = 1.5 * MINUTE_MS;

/** The least number of joins of one network within `BURST_MS` that make a group, at a line with this pace. */
export function burstOf({ hours }: Pick<PaceModel, 'hours'>): number {
  return Math.max(BURST, Math.ceil((usualAnHour(hours) / BURSTS_AN_HOUR) * BURST_USUAL_TIMES));
}

/**
 * Why this sender may not join now; null if the sender may join. Above a limit the sender must pass a bot check, if one
 * is configured. A passed check raises the limits.
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
 * When fewer than `surge` joins of an hour are from unknown networks. Returns `now` if an admitted guest of the last
 * day joined from one of these networks, so that guests on the shop's Wi-Fi, or with the mobile carrier of earlier
 * guests, may join.
 */
function endOfSurge(joins: RecentJoins, networks: readonly string[], surge: number, now: number): number {
  const unknown = joins.fromUnknown(now - HOUR_MS, surge);
  const inLine = unknown.filter(({ isGone }) => !isGone);
  const first = inLine.at(-surge) ?? unknown.at(-surge * SURGE_GONE_TIMES);
  return first === undefined || joins.knowsGuestOf(networks) ? now : first.joinedAt + HOUR_MS;
}

/**
 * When a join from these networks would be in no group. Returns `now` if the groups of all senders together have fewer
 * than `most` joins in the hour. This limit is needed because the limit of a surge does not count joins in groups, so
 * many addresses could fill the line by groups. Returns `now`, too, if an admitted guest of the last day joined from
 * one of these networks.
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

/** When a network with these joins of the last hour is below both limits again. */
function withinLimitsAt(recent: readonly RecentJoin[], hourly: number, now: number): number {
  const inMinute = Math.ceil(hourly / MINUTES_OF_BURST);
  const ofHour = recent.at(-hourly)?.joinedAt ?? -Infinity;
  const ofMinute = recent.at(-inMinute)?.joinedAt ?? -Infinity;
  return Math.max(ofHour + HOUR_MS, ofMinute + MINUTE_MS, now);
}

/** When a network with these joins of the last hour may join again after its quick visits. */
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
