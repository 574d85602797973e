/** A stand-in for `cloudflare:test` and `cloudflare:test-internal` in Node. */
import type { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { inObject, putToSleep } from './objects.ts';

export { executionContext as createExecutionContext } from './cloudflare-workers.ts';
export { allDone as waitForGlobalWaitUntil, allDone as waitOnExecutionContext } from './platform.ts';
export { inObject as runInDurableObject } from './objects.ts';

export function createScheduledController({ scheduledTime = Date.now() } = {}): ScheduledController {
  return { scheduledTime, cron: '', noRetry: () => {} };
}

type Stub = DurableObjectStub<LocationQueue>;

/** Runs the object's alarm. Returns false if no alarm is set. */
export function runDurableObjectAlarm(stub: Stub): Promise<boolean> {
  return inObject(stub, async (queue, { storage }) => {
    if ((await storage.getAlarm()) === null) return false;
    await storage.deleteAlarm();
    await queue.alarm();
    return true;
  });
}

export async function evictDurableObject(stub: Stub): Promise<void> {
  putToSleep(stub);
}
