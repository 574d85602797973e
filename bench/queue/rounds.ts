/**
 * Times calls of several sides in short rounds that take turns, so that whatever else the machine does meets all of
 * them alike.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, expectStatus, inParallel, type Answer, type Call, type HttpClient } from './http-client.ts';
import { median, quantile } from './measures.ts';

export type Side = {
  name: string;
  origin: string;
  call(): Call;
  /** The status of every answer; any other ends the bench. */
  status: number;
  /** Undoes what a round's calls did. Not timed. */
  after?(client: HttpClient, answers: Answer[]): Promise<void>;
};

/** How many rounds count, of how many calls each, over how many connections that send one after the other. */
export type Plan = { connections: number; rounds: number; calls: number };

/** Of all calls that count: half and 95 % took at most so long, and so many came per second while they ran. */
export type Timed = { name: string; p50Ms: number; p95Ms: number; perSecond: number };

const WARM_UP_ROUNDS = 3;
/** In this time is written the history of ended visits (in D1), which would else run beside the next calls. */
const REST_MS = 300;

/**
 * The sides in the order of this round. What a side leaves behind (pages to write, memory to clear) is paid for by
 * the next: over as many rounds as there are sides, an even number, each comes at each location once and right after each
 * other once (a Williams design).
 */
function inOrderOf<Item>(round: number, sides: Item[]): Item[] {
  const count = sides.length;
  return sides.flatMap((_, location) => {
    const step = location % 2 === 0 ? count - location / 2 : (location + 1) / 2;
    return sides.slice((round + step) % count, ((round + step) % count) + 1);
  });
}

/** The sides in their order. What a round did is undone after all sides had theirs. */
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
