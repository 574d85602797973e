/**
 * The number of servers on duty, and a forecast of this number. A location usually has the same number of servers at
 * the same hour of each day. Without the forecast, estimates would be too long shortly before more servers go on duty.
 * The time before more servers go on duty is usually busy. Pure.
 */

/**
 * `count`: the number of servers on duty now; null: staff gave no number. `usual`: for each known hour of the day in
 * UTC, a decayed mean of `count` at the end of this hour. `hour`: the clock hour, counted from 1970, in which `count`
 * was last set or recorded.
 */
export type Servers = { count: number | null; hour: number; usual: Readonly<Record<number, number>> };

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;
/** The weight of the newest day in `usual`. With this weight, the half-life of a day's value is three days. */
const USUAL_SHARE = 0.2;
/**
 * A server who goes on duty calls a party at once, while the other servers are still serving. On average, such a call
 * is early by half of the time that a server needs for a party.
 */
export const HEAD_START_PARTIES = 0.5;

export const noServers: Servers = { count: null, hour: 0, usual: {} };

/** The model after staff set the number of servers at `now`. */
export function withCount(servers: Servers, count: number | null, now: number): Servers {
  return { ...recordServerHour(servers, now), hour: Math.floor(now / HOUR_MS), count };
}

/** If the hour `hour` is over, adds `count` to `usual` for this hour. */
export function recordServerHour(servers: Servers, now: number): Servers {
  const { count, usual } = servers;
  const hour = Math.floor(now / HOUR_MS);
  if (count === null || hour === servers.hour) return servers;
  const over = servers.hour % HOURS_OF_DAY;
  const known = usual[over] ?? count;
  // Rounded to two decimals, so that the stored JSON is short.
  const learned = Math.round((known + USUAL_SHARE * (count - known)) * 100) / 100;
  return { ...servers, hour, usual: { ...usual, [over]: learned } };
}

/**
 * The expected number of servers at the time `at`, which is later than `now`; at least one. Assumes that the number of
 * servers keeps its present difference from the usual number. Returns the present number if the usual number is not
 * known for the hour of `now` or for the hour of `at`.
 */
export function serversAt({ count, usual }: Servers, now: number, at: number): number {
  if (count === null) return 1;
  const [usualNow, usualThen] = [now, at].map((time) => usual[Math.floor(time / HOUR_MS) % HOURS_OF_DAY]);
  const areKnown = usualNow !== undefined && usualThen !== undefined;
  return areKnown ? Math.max(1, count + usualThen - usualNow) : count;
}

/**
 * The milliseconds until this number of parties is called, if a server needs `partyMs` for a party. `parties` can be a
 * fraction. The function assumes that the number of servers changes only at the start of a clock hour.
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
