/**
 * Measures the joins per second at one location and at fifty locations, because one object must not slow down other
 * objects. Compares these results with the writes per second to one baseline object and to fifty baseline objects.
 */
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
 * The rate of joins at many locations, divided by the rate of writes to the same number of baseline objects, must be at
 * least this. With many objects, neither the product nor the baseline can put several writes into one commit, because
 * each object commits separately. In this bench one processor runs the Worker and all objects.
 */
const LEAST_SHARE = 0.8;
/** The approximate number of bytes in a join's answer. */
const ANSWER_BYTES = 600;

export async function measureSpread(runtime: Runtime): Promise<Measure[]> {
  const one = await openLocation(runtime, 0);
  const owners = Array.from({ length: OWNERS }, () => openLocations(runtime, LOCATIONS / OWNERS));
  const many = (await Promise.all(owners)).flat();
  const timed = await timeRounds(
    [
      sideOver('one', runtime, [one]),
      sideOver('many', runtime, many),
      floorOver('floor_one', runtime, 1, joinCall(one).body),
      floorOver('floor_many', runtime, LOCATIONS, joinCall(one).body),
    ],
    PLAN,
  );
  const rateOf = (name: string) => timed.find((side) => side.name === name)?.perSecond ?? NaN;
  return [
    { name: 'queue_joins_at_one_location', value: rateOf('one'), unit: 'per_second' },
    { name: `queue_joins_over_${LOCATIONS}_locations`, value: rateOf('many'), unit: 'per_second' },
    { name: 'queue_floor_at_one_object', value: rateOf('floor_one'), unit: 'per_second' },
    { name: `queue_floor_over_${LOCATIONS}_objects`, value: rateOf('floor_many'), unit: 'per_second' },
    {
      name: `queue_floor_over_${LOCATIONS}_to_one`,
      value: rateOf('floor_many') / rateOf('floor_one'),
      unit: 'x',
    },
    { name: `queue_joins_over_${LOCATIONS}_to_one`, value: rateOf('many') / rateOf('one'), unit: 'x' },
    {
      name: `queue_joins_over_${LOCATIONS}_to_floor`,
      value: rateOf('many') / rateOf('floor_many'),
      unit: 'x',
      goal: { is: '>=', than: LEAST_SHARE },
    },
  ];
}

/** A `Side` that writes rows in several baseline objects, one after the other. */
function floorOver(name: string, { floorOrigin }: Runtime, objects: number, body = ''): Side {
  let turn = 0;
  return {
    name,
    origin: floorOrigin,
    status: 201,
    call: () => ({ method: 'POST', path: `/${ANSWER_BYTES}?object=${name}-${turn++ % objects}`, body }),
  };
}

/** A `Side` that joins at the locations, one after the other. After each round the new guests leave. */
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
