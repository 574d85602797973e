/**
 * The built Worker with four additional numbers: constructions (wakes) of each location's object, lateness of alarms,
 * pending deliveries, and stored bytes. A separate entrypoint returns these numbers, so that measured calls run only
 * the built code.
 *
 * This file is plain JavaScript, because `runtime.ts` gives this file to the runtime unchanged.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue as BuiltLocationQueue } from './index.js';

/**
 * How often each object was constructed, by object id. The entrypoint `Watch` can read this map, because in the local
 * runtime the Worker and its objects share one isolate.
 */
const wakes = new Map();

/** For each alarm since the last call of `/alarms`: how late the alarm ran, in milliseconds. */
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

  /**
   * Number of pending deliveries. Zero for an object without a location, such as an overview, because this object has
   * no tables.
   */
  pending() {
    const { sql } = this.ctx.storage;
    const tables = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'delivery'").toArray();
    return tables.length === 0 ? 0 : sql.exec('SELECT count(*) AS pending FROM delivery').one().pending;
  }

  /** Size of the database in bytes, including its write-ahead log. */
  bytes() {
    return this.ctx.storage.sql.databaseSize;
  }
}

/**
 * `GET /wakes/<location id>` answers with the number of wakes. `GET /alarms` answers with the lateness of each alarm
 * since the last `GET /alarms`. `GET /pending` answers with the number of pending deliveries of all objects. `GET
 * /bytes` answers with the stored bytes of all objects. `/pending` and `/bytes` start objects that are not in memory.
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

// oxlint-disable-next-line import/no-default-export -- the runtime finds a Worker's handlers in the default export
export default worker;
