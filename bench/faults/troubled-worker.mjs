/**
 * The built Worker with faults that the bench switches on: D1 fails, all objects are evicted in the middle of their
 * calls, or the clock is wrong.
 *
 * This file is plain JavaScript, because `runtime.ts` gives this file to the runtime unchanged. In the local runtime,
 * the Worker and its objects share one isolate, so they share this state.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import worker, { LocationQueue as BuiltLocationQueue } from './index.js';

let isDatabaseAway = false;
/** True if D1 must fail as soon as the next call is answered. */
let leavesAfterAnswer = false;
/** Ids of all objects that have been in memory since the start. */
const awake = new Set();

/** How often each fault affected the product since the start. */
const felt = { refused: 0, madeAnew: 0, wrongClock: 0 };

const MachineDate = Date;
/** How far the fake clock is ahead of the machine's clock. */
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

/** The original `setAlarm`. The runtime fires alarms by the machine's clock, not by the fake clock. */
let setMachineAlarm;
function troubleAlarms(storage) {
  if (setMachineAlarm !== undefined) return;
  const kind = Object.getPrototypeOf(storage);
  setMachineAlarm = kind.setAlarm;
  kind.setAlarm = function troubled(at, ...given) {
    return setMachineAlarm.call(this, Number(at) - aheadMs, ...given);
  };
}

/** Makes D1 fail in the method `_send` of the session, because all queries use this method. */
function troubleDatabase(database) {
  const kind = Object.getPrototypeOf(database.withSession());
  if (kind.isTroubled) return;
  kind.isTroubled = true;
  const { _send: send } = kind;
  if (send === undefined) throw new Error('D1 cannot be cut off as it was.');
  // oxlint-disable-next-line no-underscore-dangle -- the platform's own name of this method
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

  /** Evicts the object, and interrupts all its calls including this call. */
  evict() {
    this.ctx.abort('evicted by the bench');
  }

  /**
   * Sets the alarm again after the fake clock has jumped, because the alarm is now due at another time of the machine's
   * clock.
   */
  async clockJumped(byMs) {
    const at = await this.ctx.storage.getAlarm();
    if (at !== null) await setMachineAlarm.call(this.ctx.storage, at - byMs);
  }

  isBack() {
    return true;
  }
}

/** Repeats a call until it succeeds. Just after an eviction, the runtime still sends calls to the evicted object. */
async function untilBack(ask) {
  for (;;) {
    const [answer] = await Promise.allSettled([ask()]);
    if (answer.status === 'fulfilled') return;
  }
}

/**
 * Control calls: `GET /database-away`, `GET /database-leaves`, `GET /database-back`, `GET /evict`, `GET /all-back`,
 * `GET /clock/<ms>` and `GET /sweep`. After `/database-leaves`, D1 starts to fail as soon as the next call is answered,
 * so that D1 fails during the work that follows the answer. `/all-back` answers when every object answers.
 * `/clock/<ms>` sets the fake clock this many milliseconds ahead of the machine's clock, or behind it if the number is
 * negative. `/sweep` runs the hourly jobs. Each control call returns how often each fault affected the product:
 * `refused` is the number of refused statements, `madeAnew` of objects that were created anew, and `wrongClock` of
 * calls with a wrong time.
 */
export class Watch extends WorkerEntrypoint {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    const objects = this.env.LOCATION_QUEUE;
    if (pathname === '/database-away') isDatabaseAway = true;
    if (pathname === '/database-leaves') leavesAfterAnswer = true;
    if (pathname === '/database-back') isDatabaseAway = false;
    if (pathname === '/sweep') await worker.scheduled({}, this.env, this.ctx);
    const stub = (id) => objects.get(objects.idFromString(id));
    const [, toMs] = /^\/clock\/(-?\d+)$/.exec(pathname) ?? [];
    if (toMs !== undefined) {
      const byMs = Number(toMs) - aheadMs;
      aheadMs += byMs;
      await Promise.all([...awake].map((id) => stub(id).clockJumped(byMs)));
    }
    // All calls of `evict` fail, because each object is evicted during its call.
    if (pathname === '/evict') await Promise.allSettled([...awake].map((id) => stub(id).evict()));
    if (pathname === '/all-back')
      await Promise.all([...awake].map((id) => untilBack(() => stub(id).isBack())));
    return Response.json(felt);
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime finds a Worker's handlers in the default export
export default {
  ...worker,
  async fetch(request, env, ctx) {
    troubleDatabase(env.DB);
    // Reads the time in the same way as the product.
    if (Math.abs(new Date().getTime() - MachineDate.now()) > 10_000) felt.wrongClock += 1;
    const answer = await worker.fetch(request, env, ctx);
    if (leavesAfterAnswer) {
      leavesAfterAnswer = false;
      isDatabaseAway = true;
    }
    return answer;
  },
};
