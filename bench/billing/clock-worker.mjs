/**
 * The built Worker, with an extra entrypoint that sets the clock and can drop webhooks. In the local runtime, the
 * Worker and its objects share one isolate, so they share this clock.
 *
 * This file is plain JavaScript, because `clock-runtime.ts` gives this file to the runtime unchanged.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker from './index.js';

export { LocationQueue } from './index.js';

const RealDate = Date;
let now = null;
let losesWebhooks = false;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0 && now !== null) super(now);
    else super(...given);
  }

  static now() {
    return now ?? RealDate.now();
  }
};

/**
 * `GET /set?now=<epoch milliseconds>&lost=<0 or 1>` sets the clock, and with `lost=1` drops webhooks. `GET /sweep` runs
 * the hourly jobs.
 */
export class Clock extends WorkerEntrypoint {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/set') {
      now = Number(searchParams.get('now'));
      losesWebhooks = searchParams.get('lost') === '1';
    }
    if (pathname === '/sweep') await worker.scheduled({}, this.env, this.ctx);
    return new Response(null, { status: 204 });
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime finds a Worker's handlers in the default export
export default {
  fetch(request, env, ctx) {
    const isLost = losesWebhooks && new URL(request.url).pathname === '/stripe/webhook';
    return isLost ? new Response(null, { status: 503 }) : worker.fetch(request, env, ctx);
  },
};
