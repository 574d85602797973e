/**
 * A Worker that queries the data of the charts like the product's Worker does, and measures the time of the queries.
 */
import * as z from 'zod/mini';
import { loadAnalytics } from '../../src/worker/features/analytics/analytics.ts';

/** Locations to query in turn, and the number of calls. The first calls are a warm-up. */
const question = z.object({
  locations: z.array(z.object({ id: z.string(), timezone: z.string() })),
  now: z.int(),
  calls: z.int(),
  warmUpCalls: z.int(),
});
export type Question = z.infer<typeof question>;

/**
 * For each location: milliseconds of each call, the number of rows that one call reads according to D1, and the number
 * of promised waits in the answer.
 */
export const answer = z.array(z.object({ times: z.array(z.number()), rowsRead: z.int(), promises: z.int() }));

export default {
  async fetch(request: Request, { DB }: Pick<Env, 'DB'>): Promise<Response> {
    const { locations, now, calls, warmUpCalls } = question.parse(await request.json());
    const answers: z.infer<typeof answer> = [];
    for (const location of locations) {
      const asked: D1PreparedStatement[] = [];
      const { promise } = await loadAnalytics({ DB: listening(DB, asked) }, location, now);
      const results = await DB.batch(asked);
      const rowsRead = results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
      answers.push({ times: [], rowsRead, promises: promise.n });
    }
    for (let call = -warmUpCalls; call < calls; call += 1) {
      for (const [n, location] of locations.entries()) {
        const before = performance.now();
        await loadAnalytics({ DB }, location, now);
        if (call >= 0) answers[n]?.times.push(performance.now() - before);
      }
    }
    return Response.json(answers);
  },
};

/**
 * Wraps the database and records each statement, so that the Worker can run each statement again and read D1's
 * metadata.
 */
function listening(DB: D1Database, asked: D1PreparedStatement[]): D1Database {
  return new Proxy(DB, {
    get(target, name) {
      if (name !== 'prepare') throw new Error(`A charts call is not expected to use ${String(name)}.`);
      return (query: string) => ({
        bind: (...values: unknown[]) => {
          const statement = target.prepare(query).bind(...values);
          asked.push(statement);
          return statement;
        },
      });
    },
  });
}
