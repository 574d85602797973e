/**
 * The built Worker whose surroundings fail on demand: the database answers nobody, all objects are thrown out of memory in the
 * middle of whatever they do, or the clock jumps.
 *
 * Plain JavaScript: `runtime.ts` hands this file to the runtime as it stands, beside the built `index.js`. The Worker and its
 * objects share one isolate in the local runtime, and so what is set here.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue as BuiltLocationQueue } from './index.js';

let isDatabaseAway = false;
/** The ids of the objects that were in memory since the start. */
const awake = new Set();

/** How often the product met each trouble since the start. */
const felt = { refused: 0, madeAnew: 0, wrongClock: 0 };

const MachineDate = Date;
/** How far the clock is ahead of the machine's. */
let aheadMs = 0;

globalThis.Date = class Date extends MachineDate {
  constructor(...given) {
    if (given.length === 0) super(MachineDate.now() + aheadMs);
    else super(...given);
  }

  static now() {
    return MachineDate.now() + aheadMs;
  }
};

/** The runtime rings by the machine's clock. */
let setMachineAlarm;
function troubleAlarms(storage) {
  if (setMachineAlarm !== undefined) return;
  const kind = Object.getPrototypeOf(storage);
  setMachineAlarm = kind.setAlarm;
  kind.setAlarm = function troubled(at, ...given) {
    return setMachineAlarm.call(this, Number(at) - aheadMs, ...given);
  };
}

/** Every way of asking D1 goes through its session's sender. */
function troubleDatabase(database) {
  const kind = Object.getPrototypeOf(database.withSession());
  if (kind.isTroubled) return;
  kind.isTroubled = true;
  const { _send: send } = kind;
  if (send === undefined) throw new Error('D1 cannot be cut off as it was.');
  // oxlint-disable-next-line no-underscore-dangle -- the platform's own name for it
  kind._send = function troubled(...given) {
    if (isDatabaseAway) {
      felt.refused += 1;
      return Promise.reject(new Error('D1_ERROR: Network connection lost.'));
    }
    return send.apply(this, given);
  };
}

export class LocationQueue extends BuiltLocationQueue {
  constructor(ctx, env) {
    troubleDatabase(env.DB);
    troubleAlarms(ctx.storage);
    super(ctx, env);
    const id = ctx.id.toString();
    if (awake.has(id)) felt.madeAnew += 1;
    awake.add(id);
  }

  /** Breaks off all that is under way in the object, this call, too. */
  evict() {
    this.ctx.abort('evicted by the bench');
  }

  /** What was to ring by the clock as it was rings by the clock as it is. */
  async clockJumped(byMs) {
    const at = await this.ctx.storage.getAlarm();
    if (at !== null) await setMachineAlarm.call(this.ctx.storage, at - byMs);
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

/**
 * `GET /database-away`, `GET /database-back`, `GET /evict`, `GET /all-back`, which answers once every object answers, and
 * `GET /clock/<ms>`, by which the clock is that far ahead of the machine's, or behind it. Each answers how often the product met
 * each trouble: `refused` statements, objects `madeAnew`, calls by a `wrongClock`.
 */
export class Watch extends WorkerEntrypoint {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const objects = this.env.LOCATION_QUEUE;
    if (pathname === '/database-away') isDatabaseAway = true;
    if (pathname === '/database-back') isDatabaseAway = false;
    const stub = (id) => objects.get(objects.idFromString(id));
    const [, toMs] = /^\/clock\/(-?\d+)$/.exec(pathname) ?? [];
    if (toMs !== undefined) {
      const byMs = Number(toMs) - aheadMs;
      aheadMs += byMs;
      await Promise.all([...awake].map((id) => stub(id).clockJumped(byMs)));
    }
    // None of these calls has an answer.
    if (pathname === '/evict') await Promise.allSettled([...awake].map((id) => stub(id).evict()));
    if (pathname === '/all-back')
      await Promise.all([...awake].map((id) => untilBack(() => stub(id).isBack())));
    return Response.json(felt);
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default {
  ...worker,
  fetch(request, env, ctx) {
    troubleDatabase(env.DB);
    // As the product asks for it.
    if (Math.abs(new Date().getTime() - MachineDate.now()) > 10_000) felt.wrongClock += 1;
    return worker.fetch(request, env, ctx);
  },
};
