/** Measures join, status and admit calls at lines of several lengths, and compares the times with the floor. */
import { connect, expectStatus, inParallel, type Answer } from './http-client.ts';
import {
  admitCall,
  joinCall,
  joinedGuest,
  leave,
  lengthen,
  statusCall,
  type OpenedLocation,
} from './line.ts';
import type { Measure } from './measures.ts';
import { timeRounds, type Plan, type Side, type Timed } from './rounds.ts';
import type { Runtime } from './runtime.ts';

const ONE_BY_ONE: Plan = { connections: 1, rounds: 24, calls: 20 };
/** The plans have so many calls that a pause of the machine has little effect on the result. */
const CROWDED: Plan = { connections: 16, rounds: 48, calls: 100 };
const CROWDED_READS: Plan = { connections: 16, rounds: 24, calls: 400 };
const ADMITS: Plan = { connections: 1, rounds: 24, calls: 10 };

/** Limits of the ratios between product and floor: for the median latency and for the throughput. */
const MOST_LATENCY = 1.2;
const LEAST_THROUGHPUT = 0.6;
/** The median time at the long line, divided by the median time at the short line, may be at most this. */
const MOST_GROWTH = 1.25;

/** Two line lengths. The time of a change must not grow from the short to the long line. */
export const SHORT_LINE = 300;
export const LONG_LINE = 10_000;

/** Locations with lines of different lengths. The key is the number of waiting parties. */
export type LocationsByLength = Map<number, OpenedLocation>;

/**
 * Measures the times of joins. After each round the new guests leave, so a line grows at most by the calls of one
 * round. A round has 20 calls if the bench measures latency, and 100 calls if the bench measures throughput.
 */
export async function measureJoins(runtime: Runtime, locations: LocationsByLength): Promise<Measure[]> {
  const sides = [...locations].map(([waiting, location]): Side => ({
    name: String(waiting),
    origin: runtime.origin,
    call: () => joinCall(location),
    status: 201,
    after: async (client, answers) => {
      await inParallel(answers.map(joinedGuest), CROWDED.connections, (guest) =>
        leave(client, location, guest),
      );
    },
  }));
  const [sample] = locations.values();
  if (sample === undefined) throw new Error('There is no location to join.');
  const client = connect(runtime.origin, 1);
  const answer = await client.call(joinCall(sample));
  await leave(client, sample, joinedGuest(answer));
  client.close();
  return againstFloor('join', CROWDED, [floorWrite(runtime, answer, joinCall(sample).body ?? ''), ...sides]);
}

/** Measures status calls for the last guest in line. Code that counts the guests in line is slowest for this guest. */
export async function measureStatus(runtime: Runtime, locations: LocationsByLength): Promise<Measure[]> {
  const client = connect(runtime.origin, 1);
  const sides: Side[] = [];
  const last = [];
  let answer: Answer | null = null;
  for (const [waiting, location] of locations) {
    const guest = joinedGuest(await client.call(joinCall(location)));
    const call = statusCall(location, guest);
    answer = expectStatus(await client.call(call), 200);
    last.push({ location, guest });
    sides.push({ name: String(waiting), origin: runtime.origin, call: () => call, status: 200 });
  }
  if (answer === null) throw new Error('There is no location to ask at.');
  const measures = await againstFloor('status', CROWDED_READS, [floorRead(runtime, answer), ...sides]);
  for (const { location, guest } of last) await leave(client, location, guest);
  client.close();
  return measures;
}

/**
 * Measures admits at both line lengths, without open pages. After each round, as many parties join as were admitted.
 */
export async function measureAdmits(runtime: Runtime, locations: LocationsByLength): Promise<Measure[]> {
  const sides = [SHORT_LINE, LONG_LINE].map((waiting): Side => {
    const location = locations.get(waiting);
    if (location === undefined) throw new Error(`There is no location where ${waiting} wait.`);
    return {
      name: String(waiting),
      origin: runtime.origin,
      call: () => admitCall(location),
      status: 200,
      after: async (client, answers) => {
        await lengthen(client, location, answers.length);
      },
    };
  });
  const timed = await timeRounds(sides, ADMITS);
  return [...timed.flatMap((one) => latencies('admit', one)), growth('admit', timed)];
}

async function againstFloor(
  what: string,
  crowded: Plan,
  [floor, ...sides]: [Side, ...Side[]],
): Promise<Measure[]> {
  const [floorAlone, ...alone] = await timeRounds([floor, ...sides], ONE_BY_ONE);
  const [floorInCrowd, ...inCrowd] = await timeRounds([floor, ...sides], crowded);
  if (floorAlone === undefined || floorInCrowd === undefined) throw new Error('The floor was not timed.');
  return [
    ...latencies(what, floorAlone),
    ...alone.flatMap((one): Measure[] => [
      ...latencies(what, one),
      {
        name: `queue_${what}_${one.name}_latency_to_floor`,
        value: one.p50Ms / floorAlone.p50Ms,
        unit: 'x',
        goal: { is: '<=', than: MOST_LATENCY },
      },
    ]),
    growth(what, alone),
    throughput(what, floorInCrowd),
    ...inCrowd.flatMap((one): Measure[] => [
      throughput(what, one),
      {
        name: `queue_${what}_${one.name}_throughput_to_floor`,
        value: one.perSecond / floorInCrowd.perSecond,
        unit: 'x',
        goal: { is: '>=', than: LEAST_THROUGHPUT },
      },
    ]),
  ];
}

function latencies(what: string, { name, p50Ms, p95Ms }: Timed): Measure[] {
  return [
    { name: `queue_${what}_${name}_p50`, value: p50Ms, unit: 'ms' },
    { name: `queue_${what}_${name}_p95`, value: p95Ms, unit: 'ms' },
  ];
}

function throughput(what: string, { name, perSecond }: Timed): Measure {
  return { name: `queue_${what}_${name}_throughput`, value: perSecond, unit: 'per_second' };
}

function growth(what: string, timed: Timed[]): Measure {
  const p50Ms = (waiting: number) => timed.find(({ name }) => name === String(waiting))?.p50Ms ?? NaN;
  return {
    name: `queue_${what}_growth_${SHORT_LINE}_to_${LONG_LINE}`,
    value: p50Ms(LONG_LINE) / p50Ms(SHORT_LINE),
    unit: 'x',
    goal: { is: '<=', than: MOST_GROWTH },
  };
}

/**
 * A `Side` of the floor. Each call writes a row with the join's body, and each answer has as many bytes as the join's
 * answer.
 */
function floorWrite({ floorOrigin }: Runtime, { body: answer }: Answer, body: string): Side {
  const path = `/${Buffer.byteLength(answer)}`;
  return { name: 'floor', origin: floorOrigin, call: () => ({ method: 'POST', path, body }), status: 201 };
}

/**
 * A `Side` of the floor. Each call reads a stored row, and each answer has as many bytes as the answer of a status
 * call.
 */
function floorRead({ floorOrigin }: Runtime, { body: answer }: Answer): Side {
  const path = `/${Buffer.byteLength(answer)}/1`;
  return { name: 'floor', origin: floorOrigin, call: () => ({ method: 'GET', path }), status: 200 };
}
