/** Measures how much of the runtime's memory is uncollected garbage. */
import { connect, expectStatus, inParallel } from './http-client.ts';
import type { Measure } from './measures.ts';
import type { WholeRun } from './whole-run.ts';

const REQUESTS = 20_000;
const AT_ONCE = 16;
const MOST_HELD = 0.5;

/**
 * Measures the growth of the runtime's process while the floor writes rows. The first run has the engine's default
 * garbage collection, the second run has only full collections. The product is not involved. `bench:soak` measures
 * memory in use, and needs full collections for this measure.
 */
export async function measureGarbage(start: WholeRun['start']): Promise<Measure[]> {
  const grownMb = async (collectsAll: boolean): Promise<number> => {
    const runtime = await start({ collectsAll });
    const client = connect(runtime.floorOrigin, AT_ONCE);
    const beforeMb = runtime.residentMb();
    const calls = Array.from({ length: REQUESTS }, () => ({ method: 'POST', path: '/400', body: 'a party' }));
    await inParallel(calls, AT_ONCE, async (call) => expectStatus(await client.call(call), 201));
    const afterMb = runtime.residentMb();
    client.close();
    return afterMb - beforeMb;
  };
  const asItComes = await grownMb(false);
  const collected = await grownMb(true);
  return [
    { name: 'floor_memory_growth', value: asItComes, unit: 'MB' },
    { name: 'floor_memory_growth_all_collected', value: collected, unit: 'MB' },
    // If the runtime ignored `collectsAll`, both values would be about equal.
    {
      name: 'floor_memory_share_held',
      value: asItComes > 0 ? collected / asItComes : NaN,
      unit: 'x',
      goal: { is: '<', than: MOST_HELD },
    },
  ];
}
