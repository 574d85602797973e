/**
 * The built Worker with four additions: how often each location's object was constructed, which is how often it woke, how late
 * alarms rang, how many of the objects' deliveries are pending, and how much they store. The platform says so nowhere else. They are
 * asked for at an entrypoint of its own, so that the calls that are measured pass through the built code alone.
 *
 * Plain JavaScript: `runtime.ts` hands this file to the runtime as it stands, beside the built `index.js`.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue as BuiltLocationQueue } from './index.js';

/** By the object's id. The Worker and its objects share one isolate in the local runtime. */
const wakes = new Map();

/** Of each alarm that rang since they were last asked for, how long after its time, in milliseconds. */
let alarmsLateMs = [];

export class LocationQueue extends BuiltLocationQueue {
  constructor(ctx, env) {
    super(ctx, env);
    const id = ctx.id.toString();
    wakes.set(id, (wakes.get(id) ?? 0) + 1);
  }

  alarm(info) {
    alarmsLateMs.push(Date.now() - info.scheduledTime);
    return super.alarm(info);
  }

  /** How many texts and history rows wait to be delivered. */
  pending() {
    return this.ctx.storage.sql.exec('SELECT count(*) AS pending FROM delivery').one().pending;
  }

  /** How many bytes its database has, with what stands in its log only. */
  bytes() {
    return this.ctx.storage.sql.databaseSize;
  }
}

/**
 * `GET /wakes/<location id>` answers the number of wakes, `GET /alarms` how late alarms rang since it was last asked, `GET /pending`
 * how many deliveries of all objects are pending, `GET /bytes` how much they store; both wake the objects that sleep.
 */
export class Watch extends WorkerEntrypoint {
  async fetch(request) {
    const [, asked, id] = new URL(request.url).pathname.split('/');
    if (asked === 'wakes') return Response.json(wakes.get(id) ?? 0);
    if (asked === 'alarms') {
      const late = alarmsLateMs;
      alarmsLateMs = [];
      return Response.json(late);
    }
    const objects = this.env.LOCATION_QUEUE;
    const answers = await Promise.all(
      [...wakes.keys()].map((one) => {
        const object = objects.get(objects.idFromString(one));
        return asked === 'bytes' ? object.bytes() : object.pending();
      }),
    );
    return Response.json(answers.reduce((sum, one) => sum + one, 0));
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default worker;
