/**
 * The built Worker whose surroundings fail on demand: the database answers nobody, or all objects are thrown out of memory, in
 * the middle of whatever they do.
 *
 * Plain JavaScript: `runtime.ts` hands this file to the runtime as it stands, beside the built `index.js`. The Worker and its
 * objects share one isolate in the local runtime, and so what is set here.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue as BuiltLocationQueue } from './index.js';

let isDatabaseAway = false;
/** The ids of the objects that were in memory since the start. */
const awake = new Set();

/** Every way of asking D1 goes through its session's sender. */
function troubleDatabase(database) {
  const kind = Object.getPrototypeOf(database.withSession());
  if (kind.isTroubled) return;
  kind.isTroubled = true;
  const { _send: send } = kind;
  if (send === undefined) throw new Error('D1 cannot be cut off as it was.');
  // oxlint-disable-next-line no-underscore-dangle -- the platform's own name for it
  kind._send = function troubled(...given) {
    if (isDatabaseAway) return Promise.reject(new Error('D1_ERROR: Network connection lost.'));
    return send.apply(this, given);
  };
}

export class LocationQueue extends BuiltLocationQueue {
  constructor(ctx, env) {
    troubleDatabase(env.DB);
    super(ctx, env);
    awake.add(ctx.id.toString());
  }

  /** Breaks off all that is under way in the object, this call, too. */
  evict() {
    this.ctx.abort('evicted by the bench');
  }

  isBack() {
    return true;
  }
}

/** For a moment the runtime still leads to the object that was thrown out. */
async function untilBack(ask) {
  for (;;) {
    const [answer] = await Promise.allSettled([ask()]);
    if (answer.status === 'fulfilled') return;
  }
}

/** `GET /database-away`, `GET /database-back`, `GET /evict`, and `GET /all-back`, which answers once every object answers. */
export class Watch extends WorkerEntrypoint {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const objects = this.env.LOCATION_QUEUE;
    if (pathname === '/database-away') isDatabaseAway = true;
    if (pathname === '/database-back') isDatabaseAway = false;
    const stub = (id) => objects.get(objects.idFromString(id));
    // None of these calls has an answer.
    if (pathname === '/evict') await Promise.allSettled([...awake].map((id) => stub(id).evict()));
    if (pathname === '/all-back')
      await Promise.all([...awake].map((id) => untilBack(() => stub(id).isBack())));
    return Response.json(null);
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default {
  ...worker,
  fetch(request, env, ctx) {
    troubleDatabase(env.DB);
    return worker.fetch(request, env, ctx);
  },
};
