/**
 * The number of servers on duty that staff give, and a forecast of this number: a location usually has the same number
 * of servers at the same hour of each day. Without the forecast, estimates would be too long before the hour in which
 * more servers begin, which is usually the hour with most guests. Pure.
 */

/**
 * `count`: the number of servers on duty now; null: staff gave no number. `usual`: for each known hour of the day in
 * UTC, a decayed mean of `count` at the end of this hour. `hour`: the clock hour since 1970 that is next added to
 * `usual`.
 */
export type Servers = { count: number | null; hour: number; usual: Readonly<Record<number, number>> };

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;
/** The weight of the newest day in `usual`, which makes a half-life of three days. */
const USUAL_SHARE = 0.2;
/**
 * A server who goes on duty calls a party at once, while the other servers are still serving. On average this call is
 * earlier than the pace predicts by half of the time that a server needs for a party.
 */
export const HEAD_START_PARTIES = 0.5;

export const noServers: Servers = { count: null, hour: 0, usual: {} };

/** The model after staff set the number of servers at `now`. */
export function withCount(servers: Servers, count: number | null, now: number): Servers {
  return { ...recordServerHour(servers, now), hour: Math.floor(now / HOUR_MS), count };
}

/** Adds the number at the end of the hour `hour` to `usual`, if this hour is over. */
export function recordServerHour(servers: Servers, now: number): Servers {
  const { count, usual } = servers;
  const hour = Math.floor(now / HOUR_MS);
  if (count === null || hour === servers.hour) return servers;
  const over = servers.hour % HOURS_OF_DAY;
  const known = usual[over] ?? count;
  // Two decimals keep the stored text short.
  const learned = Math.round((known + USUAL_SHARE * (count - known)) * 100) / 100;
  return { ...servers, hour, usual: { ...usual, [over]: learned } };
}

/**
 * The expected number at the later time `at`, at least one. If fewer servers than usual are on duty now, the same
 * number is missing later, too. In an hour that is not known, the number is the present number.
 */
export function serversAt({ count, usual }: Servers, now: number, at: number): number {
  if (count === null) return 1;
  const [usualNow, usualThen] = [now, at].map((time) => usual[Math.floor(time / HOUR_MS) % HOURS_OF_DAY]);
  const areKnown = usualNow !== undefined && usualThen !== undefined;
  return areKnown ? Math.max(1, count + usualThen - usualNow) : count;
}

/**
 * The milliseconds until `parties` parties (a fraction is possible) are called, if a party occupies a server for
 * `partyMs`. The function assumes that the number of servers changes only at the start of a clock hour.
 */
export function timeToCall(
  parties: number,
  partyMs: number,
  countAt: (at: number) => number,
  now: number,
): number {
  let [at, left, count] = [now, parties, countAt(now)];
  for (let hour = 0; hour < HOURS_OF_DAY; hour += 1) {
    const end = (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;
    const called = ((end - at) * count) / partyMs;
    if (called >= left) break;
    const next = countAt(end);
    left -= called + Math.max(0, next - count) * HEAD_START_PARTIES;
    [at, count] = [end, next];
  }
  return at - now + (Math.max(0, left) * partyMs) / count;
}

export function isServers(json: unknown): json is Servers {
  if (typeof json !== 'object' || json === null) return false;
  const { count, hour, usual }: Partial<Record<keyof Servers, unknown>> = json;
  const isCount = (value: unknown) => typeof value === 'number' && value >= 1;
  const areUsual = typeof usual === 'object' && usual !== null && Object.values(usual).every(isCount);
  return areUsual && typeof hour === 'number' && (count === null || isCount(count));
}
