/** Measures the memory of an object with a long line. */
import { connect, expectStatus } from './http-client.ts';
import { joinCall, joinedGuest, leave, openLocation, ownerViewCall, type OpenedLocation } from './line.ts';
import type { Measure } from './measures.ts';
import type { Runtime } from './runtime.ts';

/**
 * The goal is below the platform's limit of 128 MB for an isolate, because the memory of the isolate also contains the
 * code.
 */
const MOST_GROWTH_MB = 100;
const WARM_UP_PARTIES = 100;

/**
 * Measures how much the resident memory grows between two moments. Before the first moment, calls are made at a short
 * line. Before the second moment, a guest joins and leaves a long line, and the owner loads this line. The result is
 * the memory of the whole process, including the garbage of these calls. `runtime` must be newly started, so that it
 * has no garbage of earlier calls.
 */
export async function measureMemory(runtime: Runtime, location: OpenedLocation): Promise<Measure[]> {
  const waiting = location.line.length;
  const client = connect(runtime.origin, 1);
  const short = await openLocation(runtime, WARM_UP_PARTIES);
  expectStatus(await client.call(ownerViewCall(short)), 200);
  const beforeMb = runtime.residentMb();

  await leave(client, location, joinedGuest(await client.call(joinCall(location))));
  const view = expectStatus(await client.call(ownerViewCall(location)), 200);
  const afterMb = runtime.residentMb();
  client.close();
  if (view.body.length < waiting * 100) throw new Error('The owner was not shown the whole line.');
  return [
    { name: `queue_memory_without_${waiting}`, value: beforeMb, unit: 'MB' },
    {
      name: `queue_memory_of_${waiting}`,
      value: afterMb - beforeMb,
      unit: 'MB',
      goal: { is: '<', than: MOST_GROWTH_MB },
    },
  ];
}
