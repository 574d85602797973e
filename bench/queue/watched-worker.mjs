/**
 * The built Worker with two additions: how often each location's object was constructed, which is how often it woke, and what
 * the objects still owe to the world outside. The platform says so nowhere else. Both are asked for at an entrypoint of its
 * own, so that the calls that are measured pass through the built code alone.
 *
 * Plain JavaScript: `runtime.ts` hands this file to the runtime as it stands, beside the built `index.js`.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue as BuiltLocationQueue } from './index.js';

/** By the object's id. The Worker and its objects share one isolate in the local runtime. */
const wakes = new Map();

export class LocationQueue extends BuiltLocationQueue {
  constructor(ctx, env) {
    super(ctx, env);
    const id = ctx.id.toString();
    wakes.set(id, (wakes.get(id) ?? 0) + 1);
  }

  /** How many texts and history rows wait to be delivered. */
  owed() {
    return this.ctx.storage.sql.exec('SELECT count(*) AS owed FROM outbox').one().owed;
  }
}

/** `GET /wakes/<location id>` answers the number of wakes, `GET /owed` what all objects owe, waking those that sleep. */
export class Watch extends WorkerEntrypoint {
  async fetch(request) {
    const [, asked, id] = new URL(request.url).pathname.split('/');
    if (asked === 'wakes') return Response.json(wakes.get(id) ?? 0);
    const objects = this.env.LOCATION_QUEUE;
    const owed = await Promise.all(
      [...wakes.keys()].map((one) => objects.get(objects.idFromString(one)).owed()),
    );
    return Response.json(owed.reduce((sum, one) => sum + one, 0));
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default worker;
