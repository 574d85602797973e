/**
 * The built Worker with one addition: how often each location's object was constructed, which is how often it woke. The
 * platform says so nowhere else. The count is asked for at an entrypoint of its own, so that the calls that are
 * measured pass through the built code alone.
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
}

/** `GET /<location id>` answers the number of wakes. */
export class Wakes extends WorkerEntrypoint {
  fetch(request) {
    return Response.json(wakes.get(new URL(request.url).pathname.slice(1)) ?? 0);
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default worker;
