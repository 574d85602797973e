/** Joins per second at one location and at fifty: one object must not limit the others. */
import { inParallel } from './http-client.ts';
import { joinCall, joinedGuest, leave, openLocation, openLocations, type OpenedLocation } from './line.ts';
import type { Measure } from './measures.ts';
import { timeRounds, type Plan, type Side } from './rounds.ts';
import type { Runtime } from './runtime.ts';

const LOCATIONS = 50;
/** One account opens at most thirty locations (`docs/decisions/0024-nobody-fills-a-line-alone.md`). */
const OWNERS = 2;
const PLAN: Plan = { connections: 16, rounds: 24, calls: 100 };
/**
 * Here one processor runs the Worker and every object, so more locations cannot be faster. They must not be much
 * slower.
 */
const LEAST_SHARE = 0.8;

export async function measureSpread(runtime: Runtime): Promise<Measure[]> {
  const one = sideOver('one', runtime, [await openLocation(runtime, 0)]);
  const owners = Array.from({ length: OWNERS }, () => openLocations(runtime, LOCATIONS / OWNERS));
  const many = sideOver(String(LOCATIONS), runtime, (await Promise.all(owners)).flat());
  const [atOne, overMany] = await timeRounds([one, many], PLAN);
  if (atOne === undefined || overMany === undefined) throw new Error('The joins were not timed.');
  return [
    { name: 'queue_joins_at_one_location', value: atOne.perSecond, unit: 'per_second' },
    { name: `queue_joins_over_${LOCATIONS}_locations`, value: overMany.perSecond, unit: 'per_second' },
    {
      name: `queue_joins_over_${LOCATIONS}_to_one`,
      value: overMany.perSecond / atOne.perSecond,
      unit: 'x',
      goal: { is: '>=', than: LEAST_SHARE },
    },
  ];
}

/** Joins at the locations in turn. Leaves undo each round. */
function sideOver(name: string, { origin }: Runtime, locations: OpenedLocation[]): Side {
  let joined: OpenedLocation[] = [];
  let turn = 0;
  return {
    name,
    origin,
    status: 201,
    call: () => {
      const location = locations[turn++ % locations.length];
      if (location === undefined) throw new Error('There is no location to join.');
      joined.push(location);
      return joinCall(location);
    },
    after: async (client, answers) => {
      const guests = answers.map((answer, index) => ({
        guest: joinedGuest(answer),
        location: joined[index],
      }));
      joined = [];
      await inParallel(guests, PLAN.connections, async ({ guest, location }) => {
        if (location !== undefined) await leave(client, location, guest);
      });
    },
  };
}
