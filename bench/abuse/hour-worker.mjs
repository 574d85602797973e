/**
 * The built Worker with a clock that the bench sets by an extra entrypoint. Alarms and the platform's rate limiter also
 * follow this clock. In the local runtime, the Worker and its objects share one isolate, so they share the clock.
 *
 * This file is plain JavaScript, because `clock-runtime.ts` gives this file to the runtime unchanged.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue as BuiltLocationQueue } from './index.js';

const RealDate = Date;
let now = null;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0 && now !== null) super(now);
    else super(...given);
  }

  static now() {
    return now ?? RealDate.now();
  }
};

/** The alarms that objects have set, by object id. */
const alarms = new Map();

export class LocationQueue extends BuiltLocationQueue {
  constructor(ctx, env) {
    const id = ctx.id.toString();
    Object.defineProperty(ctx.storage, 'setAlarm', { value: async (at) => void alarms.set(id, Number(at)) });
    Object.defineProperty(ctx.storage, 'deleteAlarm', { value: async () => void alarms.delete(id) });
    super(ctx, env);
  }

  fire() {
    return this.alarm();
  }
}

const MINUTE_MS = 60_000;
const MOST_A_MINUTE = 120;
let minute = 0;
const uses = new Map();

/** Stands in for the rate limiter of `wrangler.toml`, and counts in minutes of the simulated clock. */
const JOIN_SHIELD = {
  async limit({ key }) {
    const current = Math.floor(Date.now() / MINUTE_MS);
    if (current !== minute) uses.clear();
    minute = current;
    uses.set(key, (uses.get(key) ?? 0) + 1);
    return { success: uses.get(key) <= MOST_A_MINUTE };
  },
};

/**
 * Maximum number of rounds in one call. Each round fires the alarms that are due. Without a maximum, an alarm that is
 * always due again would never let the call end.
 */
const ROUNDS_MAX = 50;

/** `GET /set?now=<epoch milliseconds>` sets the clock. `GET /alarms` fires all alarms that are due. */
export class Clock extends WorkerEntrypoint {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/set') now = Number(searchParams.get('now'));
    if (pathname === '/alarms') await this.#fireDue();
    return new Response(null, { status: 204 });
  }

  async #fireDue() {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const due = [...alarms].filter(([, at]) => at <= now).map(([id]) => id);
      if (due.length === 0) break;
      const objects = this.env.LOCATION_QUEUE;
      await Promise.all(
        due.map((id) => {
          alarms.delete(id);
          return objects.get(objects.idFromString(id)).fire();
        }),
      );
      // Waits for the deliveries. The deliveries run at the same time as the alarm, and set the next alarm when the
      // deliveries end.
      await scheduler.wait(20);
    }
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime finds a Worker's handlers in the default export
export default {
  fetch(request, env, ctx) {
    return worker.fetch(request, { ...env, JOIN_SHIELD }, ctx);
  },
};
