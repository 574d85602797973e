/**
 * The servers on duty at a line, as staff tell them, and a forecast of their number: a location usually has the same
 * number at the same hour of the day. Without the forecast an estimate would be too long before more servers come, and
 * they usually come when guests are many. Pure.
 */

/**
 * `count`: the servers on duty now; null: nobody told it. `usual`: their number at the end of each hour of the day in
 * UTC, a decayed mean, of the hours that are known. `hour`: the clock hour since 1970 that `usual` does not contain yet.
 */
export type Servers = { count: number | null; hour: number; usual: Readonly<Record<number, number>> };

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;
/** Half-life: three days. */
const USUAL_SHARE = 0.2;
/**
 * A server who begins calls a party at once, while the others have parties already. This share of a party is on average
 * ahead of the others' rhythm.
 */
export const HEAD_START_PARTIES = 0.5;

export const noServers: Servers = { count: null, hour: 0, usual: {} };

/** The servers after staff told their number at `now`. */
export function withCount(servers: Servers, count: number | null, now: number): Servers {
  return { ...recordServerHour(servers, now), hour: Math.floor(now / HOUR_MS), count };
}

/** Learns the number at the end of an earlier hour, once that hour is over. */
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
 * The number at a later time. A server who is missing now counts as missing later, too. At least one; the present number
 * in hours that are not known.
 */
export function serversAt({ count, usual }: Servers, now: number, at: number): number {
  if (count === null) return 1;
  const [usualNow, usualThen] = [now, at].map((time) => usual[Math.floor(time / HOUR_MS) % HOURS_OF_DAY]);
  const areKnown = usualNow !== undefined && usualThen !== undefined;
  return areKnown ? Math.max(1, count + usualThen - usualNow) : count;
}

/**
 * The milliseconds until this number of parties (not whole) is called, if a party occupies a server for `partyMs`. The
 * number of servers changes only with the clock hour.
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
