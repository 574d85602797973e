/** What the runtime lets lie: how much of its memory is garbage that nobody has collected. */
import { connect, expectStatus, inParallel } from './http-client.ts';
import type { Measure } from './measures.ts';
import type { WholeRun } from './whole-run.ts';

const REQUESTS = 20_000;
const AT_ONCE = 16;
const MOST_HELD = 0.5;

/**
 * By how much the runtime's process grows while the floor, which keeps nothing in memory, writes its rows: as the engine
 * collects by itself, and with each collection a whole one. The difference is no product's; the benches that look for what
 * is held (`bench:evening`, `bench:soak`) rely on it.
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
    // A runtime that heeds no such wish lets as much lie.
    {
      name: 'floor_memory_share_held',
      value: asItComes > 0 ? collected / asItComes : NaN,
      unit: 'x',
      goal: { is: '<', than: MOST_HELD },
    },
  ];
}
