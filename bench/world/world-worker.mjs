/**
 * The built Worker in a chosen city: each call of D1's primary, a replica or an object takes as long as the published
 * round trip between two cities. The time is virtual. A call gets its real answer at once, but the Worker gets this
 * answer only at the virtual end of the call. When all running calls have their real answers, the virtual time moves to
 * the earliest virtual end. So the virtual time depends on the Worker's calls, not on the machine.
 *
 * This file is plain JavaScript, because `runtime.ts` gives this file to the runtime unchanged.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue } from './index.js';

export { LocationQueue };

/**
 * The virtual time moves this many real milliseconds after a real answer. In this time, the Worker can start its next
 * calls.
 */
const QUIET_MS = 5;
/** Methods of a statement that make one round trip. */
const roundTrips = new Set(['first', 'run', 'all', 'raw']);

/** The city in which the bench makes its shops. The bench adds no network delay to this city. */
const HOME = 'home';

/** Round-trip times from the Worker's city in milliseconds. */
let world = { city: HOME, primaryMs: 0, replicaMs: 0, objectMs: 0 };
let now = 0;
let running = 0;
let parked = [];
let hops = [];
let answeredAt = 0;

async function hop(kind, ms, work) {
  hops.push({ kind, at: now });
  const due = now + ms;
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    // In the city `HOME`, calls do not wait. A waiting call could depend on the timer of a request that has already
    // ended.
    if (world.city !== HOME)
      await new Promise((resolve) => {
        parked.push({ due, resolve });
        setTimeout(move, QUIET_MS);
      });
  }
}

function move() {
  if (running > 0 || parked.length === 0) return;
  parked.sort((one, other) => one.due - other.due);
  const next = parked.shift();
  now = Math.max(now, next.due);
  next.resolve();
  if (parked.length > 0) setTimeout(move, QUIET_MS);
}

function far(target, kind, ms, isRoundTrip) {
  return new Proxy(target, {
    get(_, name) {
      const found = target[name];
      if (typeof found !== 'function') return found;
      if (!isRoundTrip(name)) return (...given) => found.apply(target, given);
      return (...given) => hop(kind, ms(), () => target[name](...given));
    },
  });
}

const originals = new WeakMap();
function farStatement(statement, kind, ms) {
  const proxy = new Proxy(statement, {
    get(_, name) {
      const found = statement[name];
      if (name === 'bind') return (...values) => farStatement(statement.bind(...values), kind, ms);
      if (!roundTrips.has(name)) return found;
      return (...given) => hop(kind, ms(), () => statement[name](...given));
    },
  });
  originals.set(proxy, statement);
  return proxy;
}

function farDatabase(database, kind, ms) {
  return {
    prepare: (sql) => farStatement(database.prepare(sql), kind, ms),
    batch: (statements) =>
      hop(kind, ms(), () => database.batch(statements.map((one) => originals.get(one) ?? one))),
    withSession: (first) => farDatabase(database.withSession(first), 'replica', () => world.replicaMs),
  };
}

function farObjects(namespace) {
  return new Proxy(namespace, {
    get(_, name) {
      const found = namespace[name];
      if (typeof found !== 'function') return found;
      return (...given) => {
        const answer = found.apply(namespace, given);
        return name === 'get'
          ? far(
              answer,
              'object',
              () => world.objectMs,
              (method) => method !== 'id',
            )
          : answer;
      };
    },
  });
}

const realCaches = caches;
Object.defineProperty(globalThis, 'caches', {
  value: { open: (name) => realCaches.open(`${name} ${world.city}`) },
});

/**
 * `GET /world?is=...` sets the round trips. `GET /hops` waits until no call is running, and answers with the calls of
 * the last request and their virtual times. `answeredAt`: the virtual time at which the last request was answered.
 */
export class Watch extends WorkerEntrypoint {
  async fetch(request) {
    const is = new URL(request.url).searchParams.get('is');
    if (is !== null) world = JSON.parse(is);
    // oxlint-disable-next-line no-unmodified-loop-condition -- other requests modify these variables
    while (running > 0 || parked.length > 0) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    return Response.json({ answeredAt, hops });
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime finds a Worker's handlers in the default export
export default {
  ...worker,
  async fetch(request, env, ctx) {
    now = 0;
    hops = [];
    const DB = farDatabase(env.DB, 'primary', () => world.primaryMs);
    const answer = await worker.fetch(
      request,
      { ...env, DB, LOCATION_QUEUE: farObjects(env.LOCATION_QUEUE) },
      ctx,
    );
    answeredAt = now;
    return answer;
  },
};
