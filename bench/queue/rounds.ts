/**
 * Measures the calls of several sides, for example of the product and of the floor. The sides take turns in short
 * rounds, so that other load of the machine affects all sides equally.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, expectStatus, inParallel, type Answer, type Call, type HttpClient } from './http-client.ts';
import { median, quantile } from './measures.ts';

export type Side = {
  name: string;
  origin: string;
  call(): Call;
  /** The expected status of every answer. Another status ends the bench. */
  status: number;
  /** Undoes the effect of a round's calls. The time of this function is not measured. */
  after?(client: HttpClient, answers: Answer[]): Promise<void>;
};

/** Number of measured rounds, calls in each round, and parallel connections. */
export type Plan = { connections: number; rounds: number; calls: number };

/** Results of all measured calls: median, 95th percentile, calls per second. */
export type Timed = { name: string; p50Ms: number; p95Ms: number; perSecond: number };

const WARM_UP_ROUNDS = 3;
/** Pause in which the history of ended visits is written to D1, so that the writes do not slow down the next calls. */
const REST_MS = 300;

/**
 * The order of the sides in this round. Unfinished work of a side (pages to write, memory to clear) slows down the next
 * side. So the order is a Williams design. In `count` rounds, each side is once at each place of the order, and follows
 * each of the other sides directly once. The number of sides must be even.
 */
function inOrderOf<Item>(round: number, sides: Item[]): Item[] {
  const count = sides.length;
  return sides.flatMap((_, location) => {
    const step = location % 2 === 0 ? count - location / 2 : (location + 1) / 2;
    return sides.slice((round + step) % count, ((round + step) % count) + 1);
  });
}

/**
 * Measures the sides in alternating rounds. After all sides have made their calls of a round, the changes of this round
 * are undone.
 */
export async function timeRounds(sides: Side[], { connections, rounds, calls }: Plan): Promise<Timed[]> {
  const running = sides.map((side) => ({
    side,
    client: connect(side.origin, connections),
    ms: new Array<number>(),
    tookMs: 0,
  }));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const answered = [];
    for (const one of inOrderOf(round + WARM_UP_ROUNDS, running)) {
      const planned = Array.from({ length: calls }, one.side.call);
      const startedAt = performance.now();
      const answers = await inParallel(planned, connections, one.client.call);
      const tookMs = performance.now() - startedAt;
      for (const answer of answers) expectStatus(answer, one.side.status);
      answered.push({ ...one, answers });
      if (round < 0) continue;
      one.ms.push(...answers.map(({ ms }) => ms));
      one.tookMs += tookMs;
    }
    for (const { side, client, answers } of answered) await side.after?.(client, answers);
    await pause(REST_MS);
  }
  for (const { client } of running) client.close();
  return running.map(({ side: { name }, ms, tookMs }) => ({
    name,
    p50Ms: median(ms),
    p95Ms: quantile(ms, 0.95),
    perSecond: (ms.length / tookMs) * 1000,
  }));
}
