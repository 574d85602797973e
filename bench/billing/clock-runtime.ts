/**
 * The built Worker in the Workers runtime with real D1 and objects, and a clock that the bench sets
 * (`clock-worker.mjs`).
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/d1';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import * as z from 'zod/mini';
import { noTelemetryEnv } from '../../scripts/local/no-telemetry-env.ts';
import { TRIAL_DAYS } from '../../src/shared/limits.ts';
import { plans } from '../../src/shared/plans.ts';
import { businesses, memberships } from '../../src/worker/db/schema/businesses.ts';
import { sessions, users } from '../../src/worker/db/schema/users.ts';
import { newToken } from '../../src/worker/identity/tokens.ts';
import type { Settings } from '../../scripts/local/settings.ts';
import { ensureBuilt } from '../../scripts/local/build.ts';
import { migrate } from '../../scripts/local/migrate.ts';
import { isMet, lineOf, type Measure } from '../queue/measures.ts';
import { productOptions } from '../queue/runtime.ts';

export type ClockRuntime = {
  origin: string;
  /** Sets the clock of the Worker and its objects. With `losesWebhooks`, the Worker receives no webhooks. */
  setClock(now: number, losesWebhooks: boolean): Promise<void>;
  /** Calls the additional entrypoint `Clock` of the entry file. */
  tell(path: string): Promise<void>;
  /** Runs the hourly jobs once. */
  sweep(): Promise<void>;
  /**
   * Adds a logged-in owner on a new trial directly to the database, because hashing a password takes a tenth of a
   * second.
   */
  addOwner(n: number, now: number): Promise<{ id: string; username: string; cookie: string }>;
  /** Runs a statement on D1, and returns its rows, parsed by the schema. */
  rows<Row extends z.core.$ZodType>(row: Row, sql: string, ...values: number[]): Promise<z.output<Row>[]>;
  stop(): Promise<void>;
};

/** `entry`: a file of `bench/` that wraps the built Worker and has an entrypoint `Clock`. */
type Options = { entry?: string; vars?: Partial<Settings['vars']> };

/**
 * Runs a bench in a runtime of its own with an empty state folder, prints its measures, and ends the process. The exit
 * code is 1 if a goal is missed or the bench throws.
 */
export async function runOnClock(
  bench: (on: ClockRuntime) => Promise<Measure[]>,
  options: Options = {},
): Promise<never> {
  const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-clock-'));
  let code = 1;
  let runtime: ClockRuntime | null = null;
  try {
    if (!ensureBuilt() || !migrate(stateDir)) throw new Error('The app could not be made ready.');
    runtime = await startClockRuntime(stateDir, options);
    const measures = await bench(runtime);
    for (const measure of measures) console.log(lineOf(measure));
    code = measures.every(isMet) ? 0 : 1;
  } catch (error) {
    console.error(error);
  } finally {
    await runtime?.stop();
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  }
  process.exit(code);
}

async function startClockRuntime(
  stateDir: string,
  { entry = 'billing/clock-worker.mjs', vars = {} }: Options,
): Promise<ClockRuntime> {
  Object.assign(process.env, noTelemetryEnv);
  const file = path.join(import.meta.dirname, '..', entry);
  const { name, ...product } = productOptions(vars, { file, entrypoint: 'Clock' });
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({ workers: [{ name, ...product }] }),
    resourcePersistencePath: path.join(stateDir, 'v3'),
  });
  await miniflare.ready;
  const clockAt = await miniflare.unsafeGetDirectURL(name, 'Clock');
  const database = await miniflare.getD1Database('DB', name);
  const tell = async (what: string) => {
    const answer = await fetch(new URL(what, clockAt));
    if (answer.status !== 204) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
  };
  return {
    origin: (await miniflare.unsafeGetDirectURL(name)).origin,
    setClock: (now, losesWebhooks) => tell(`/set?now=${now}&lost=${losesWebhooks ? 1 : 0}`),
    tell,
    sweep: () => tell('/sweep'),
    addOwner: async (n, now) => {
      const [id, userId, username] = [randomUUID(), randomUUID(), `shop-${n}`];
      const email = `${username}@shops.example`;
      const { name: plan, maxLocations, customerCredits, smsCredits } = plans.Starter;
      const { token, tokenHash } = newToken();
      const db = drizzle(database);
      await db.batch([
        db.insert(users).values({
          id: userId,
          email,
          emailKey: email,
          phone: '+62 21 555 0142',
          passwordHash: 'nobody logs in by it',
          createdAt: now,
        }),
        db.insert(businesses).values({
          id,
          name: 'Blue Door Café',
          username,
          usernameKey: username,
          plan,
          trial: true,
          trialDurationDays: TRIAL_DAYS,
          maxLocations,
          baseCustomerCredits: customerCredits,
          baseSmsCredits: smsCredits,
          billingRevision: 0,
          createdAt: now,
        }),
        db.insert(memberships).values({ userId, businessId: id, role: 'owner', createdAt: now }),
        db.insert(sessions).values({ tokenHash, userId, createdAt: now, lastUsedAt: now }),
      ]);
      return { id, username, cookie: `holdline_session=${token}` };
    },
    rows: async (row, sql, ...values) => {
      const { results } = await database
        .prepare(sql)
        .bind(...values)
        .all();
      return z.parse(z.array(row), results);
    },
    stop: () => miniflare.dispose(),
  };
}
