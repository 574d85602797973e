/**
 * The built Worker with meters for billed resources: incoming requests, calls of objects, rows that the databases
 * report as read and written, and the time during which objects are active.
 *
 * This file is plain JavaScript, because `runtime.ts` gives this file to the runtime unchanged. In the local runtime,
 * the Worker and its objects share one isolate, so they share these meters.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue as BuiltLocationQueue } from './index.js';

const nothing = {
  requests: 0,
  objectCalls: 0,
  alarms: 0,
  objectMs: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  databaseRowsRead: 0,
  databaseRowsWritten: 0,
  databaseCalls: 0,
};
const meters = { ...nothing };

/**
 * For each object: the number of running calls, and the time at which the object became active. An idle object is not
 * billed.
 */
const atWork = new Map();

async function whileAtWork(id, work) {
  const busy = atWork.get(id) ?? { calls: 0, since: 0 };
  atWork.set(id, busy);
  if (busy.calls === 0) busy.since = performance.now();
  busy.calls += 1;
  try {
    return await work();
  } finally {
    busy.calls -= 1;
    if (busy.calls === 0) meters.objectMs += performance.now() - busy.since;
  }
}

/**
 * Counts the rows that SQL in an object reads and writes. The row counts of a cursor are final only when the cursor was
 * read to its end. The product always reads a cursor to its end at once.
 */
function meterSql(sql) {
  const kind = Object.getPrototypeOf(sql);
  if (kind.isMetered) return;
  kind.isMetered = true;
  const { exec } = kind;
  kind.exec = function metered(...given) {
    const cursor = exec.apply(this, given);
    queueMicrotask(() => {
      meters.objectRowsRead += cursor.rowsRead;
      meters.objectRowsWritten += cursor.rowsWritten;
    });
    return cursor;
  };
}

/** Setting an alarm is billed as one written row. */
function meterAlarms(storage) {
  const kind = Object.getPrototypeOf(storage);
  if (kind.isMetered) return;
  kind.isMetered = true;
  const { setAlarm } = kind;
  kind.setAlarm = function metered(...given) {
    meters.objectRowsWritten += 1;
    return setAlarm.apply(this, given);
  };
}

/**
 * Meters all D1 queries at the two methods of the session that send queries. The answers contain the numbers of rows.
 */
function meterDatabase(database) {
  const kind = Object.getPrototypeOf(database.withSession());
  if (kind.isMetered) return;
  kind.isMetered = true;
  const { _send: send } = kind;
  if (send === undefined) throw new Error('D1 cannot be metered as it was.');
  // oxlint-disable-next-line no-underscore-dangle -- the platform's own name of this method
  kind._send = async function metered(...given) {
    const answer = await send.apply(this, given);
    meters.databaseCalls += 1;
    for (const { meta } of [answer].flat()) {
      meters.databaseRowsRead += meta?.rows_read ?? 0;
      meters.databaseRowsWritten += meta?.rows_written ?? 0;
    }
    return answer;
  };
}

/** Wraps the namespace of the objects, and counts each call of a stub as one request to an object. */
function meteredObjects(namespace) {
  return new Proxy(namespace, {
    get(_, name) {
      const found = namespace[name];
      if (typeof found !== 'function') return found;
      return (...given) => {
        const answer = found.apply(namespace, given);
        return name.startsWith('get') ? meteredStub(answer) : answer;
      };
    },
  });
}

function meteredStub(stub) {
  return new Proxy(stub, {
    get(_, name) {
      const found = stub[name];
      if (typeof found !== 'function') return found;
      return (...given) => {
        meters.objectCalls += 1;
        return whileAtWork(stub.id.toString(), () => stub[name](...given));
      };
    },
  });
}

export class LocationQueue extends BuiltLocationQueue {
  constructor(ctx, env) {
    meterSql(ctx.storage.sql);
    meterAlarms(ctx.storage);
    super(ctx, env);
  }

  alarm(...given) {
    meters.alarms += 1;
    return whileAtWork(this.ctx.id.toString(), () => super.alarm(...given));
  }
}

/** `GET /meters` answers with the counts since the previous `GET /meters`, and resets the counts. */
export class Watch extends WorkerEntrypoint {
  fetch() {
    const counted = { ...meters };
    Object.assign(meters, nothing);
    return Response.json(counted);
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime finds a Worker's handlers in the default export
export default {
  fetch(request, env, ctx) {
    meters.requests += 1;
    meterDatabase(env.DB);
    return worker.fetch(request, { ...env, LOCATION_QUEUE: meteredObjects(env.LOCATION_QUEUE) }, ctx);
  },
};
