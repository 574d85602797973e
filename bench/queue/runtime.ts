/**
 * The built Worker and the floor in one process of the Workers runtime, each on its own port, without proxy, asset
 * router or development server. The state is on disk, as with `npm start`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import * as z from 'zod/mini';
import { noTelemetryEnv } from '../../scripts/local/no-telemetry-env.ts';
import { processesOfRun, RUN_VARIABLE } from '../../scripts/local/processes.ts';
import { DEFAULT_PORT, developmentVars, projectRoot, type Settings } from '../../scripts/local/settings.ts';

const builtFolder = path.join(projectRoot, 'dist', 'holdline');
const builtFiles = path.join(projectRoot, 'dist', 'client');

/** The parts of the build's configuration that the runtime needs. */
const builtConfig = z.object({
  name: z.string(),
  main: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  durable_objects: z.object({ bindings: z.array(z.object({ name: z.string(), class_name: z.string() })) }),
  d1_databases: z.array(z.object({ binding: z.string(), database_id: z.string() })),
  ratelimits: z.array(
    z.object({
      name: z.string(),
      namespace_id: z.string(),
      simple: z.object({ limit: z.number(), period: z.union([z.literal(10), z.literal(60)]) }),
    }),
  ),
});

const writtenRow = z.object({ texts: z.int(), history: z.int() });

/** Numbers of texts in the development outbox and of history rows, and the sizes of the database and of all objects. */
export type Written = z.infer<typeof writtenRow> & { databaseBytes: number; objectsBytes: number };

export type Runtime = {
  /** Origin of the product. */
  origin: string;
  /** Origin of the floor (`floor-worker.mjs`). */
  floorOrigin: string;
  /** Calls the additional entrypoint `Watch` of the entry file. */
  watched(path: string): Promise<unknown>;
  /** How often this location's object was constructed since the start. The call does not start the object. */
  wakes(locationId: string): Promise<number>;
  /**
   * For each alarm since the last call of this function: how late the alarm ran, in milliseconds. Works only with the
   * default `entry`.
   */
  alarmsLateMs(): Promise<number[]>;
  /** Number of pending deliveries of all objects. The call starts objects that are not in memory. */
  pending(): Promise<number>;
  /** Amounts of stored data. The call starts objects that are not in memory. */
  written(): Promise<Written>;
  /** Number of open files and sockets of the runtime's process. On Linux only. */
  openFiles(): number;
  /**
   * Gives an account more credits than any plan has. The credits apply to locations that are opened after this call.
   */
  grantCredits(username: string): Promise<void>;
  /** Processor time of the runtime's process since its start, over all threads. On Linux only. */
  cpuMs(): number;
  /** Resident memory of the runtime's process in MB of 1,000,000 bytes. */
  residentMb(): number;
  stop(): Promise<void>;
};

export type RuntimeOptions = {
  /** Variables that differ from the local defaults. */
  vars?: Partial<Settings['vars']>;
  /** A file of `bench/` that wraps the built Worker and has an entrypoint `Watch`. */
  entry?: string;
  /**
   * True if every garbage collection is a full collection, so that resident memory is memory in use. By default the
   * engine does not collect all garbage while memory is free. Use this option only to measure memory, not times.
   */
  collectsAll?: boolean;
};

/** Starts the runtime on the state folder. The database must already be migrated (`scripts/local/migrate.ts`). */
export async function startRuntime(
  stateDir: string,
  { vars = {}, entry = 'queue/watched-worker.mjs', collectsAll = false }: RuntimeOptions = {},
): Promise<Runtime> {
  Object.assign(process.env, noTelemetryEnv, {
    MINIFLARE_WORKERD_V8_FLAGS: collectsAll ? '--gc-global' : '',
  });
  const floor = 'floor';
  const here = (file: string) => path.join(import.meta.dirname, file);
  const watching = { file: path.join(import.meta.dirname, '..', entry), entrypoint: 'Watch' };
  const { name, ...product } = productOptions(vars, watching);
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      workers: [
        { name, ...product, serviceBindings: { ASSETS: 'files' } },
        {
          name: floor,
          compatibilityDate: product.compatibilityDate,
          modules: [{ type: 'ESModule', path: here('floor-worker.mjs') }],
          durableObjects: { FLOOR: { className: 'Floor', useSQLite: true } },
          unsafeDirectSockets: [{ host: '127.0.0.1' }],
        },
        {
          name: 'files',
          compatibilityDate: product.compatibilityDate,
          modules: [{ type: 'ESModule', path: here('files-worker.mjs') }],
          serviceBindings: {
            FILES: { disk: { path: builtFiles } },
            MANIFESTS: { disk: { path: path.join(builtFiles, '.vite') } },
            EARLY_SCRIPTS: { disk: { path: path.join(builtFiles, '.early') } },
          },
        },
      ],
    }),
    resourcePersistencePath: path.join(stateDir, 'v3'),
  });
  await miniflare.ready;
  const watch = await miniflare.unsafeGetDirectURL(name, 'Watch');
  const watched = async (path: string): Promise<unknown> => (await fetch(new URL(path, watch))).json();
  const count = async (path: string) => z.parse(z.int(), await watched(path));
  return {
    origin: (await miniflare.unsafeGetDirectURL(name)).origin,
    floorOrigin: (await miniflare.unsafeGetDirectURL(floor)).origin,
    watched,
    wakes: (locationId) => count(`/wakes/${locationId}`),
    alarmsLateMs: async () => z.parse(z.array(z.number()), await watched('/alarms')),
    pending: () => count('/pending'),
    written: async () => {
      const database = await miniflare.getD1Database('DB', name);
      const { results, meta } = await database
        .prepare(
          `SELECT (SELECT count(*) FROM development_messages WHERE channel = 'sms') AS texts,
             (SELECT count(*) FROM visit_history) AS history`,
        )
        .run();
      return {
        ...writtenRow.parse(results[0]),
        databaseBytes: z.parse(z.int(), meta.size_after),
        objectsBytes: await count('/bytes'),
      };
    },
    openFiles: () => readdirSync(`/proc/${processOfRuntime()}/fd`).length,
    grantCredits: async (username) => {
      const database = await miniflare.getD1Database('DB', name);
      const granted = await database
        .prepare(
          `UPDATE businesses SET base_customer_credits = 1000000, base_sms_credits = 1000, max_locations = 100,
             trial = 0 WHERE username = ?`,
        )
        .bind(username)
        .run();
      if (granted.meta.changes !== 1) throw new Error(`No account has the name ${username}.`);
      await database
        .prepare(
          `UPDATE users SET email_verified_at = created_at WHERE id IN
             (SELECT user_id FROM memberships JOIN businesses ON businesses.id = business_id WHERE username = ?)`,
        )
        .bind(username)
        .run();
    },
    cpuMs,
    residentMb,
    stop: () => miniflare.dispose(),
  };
}

/**
 * Raised limits for the texts of new shops. The new shops send as many texts in the first minute of a bench as real
 * shops send in a busy evening.
 */
const BUSY = 'unproven=60,trials=600,country=2000,codes=60,account=2000';

/**
 * Options that run the product's development build behind an entry file of the bench. `entrypoint`: the extra
 * entrypoint in `file`.
 */
export function productOptions(
  ownVars: Partial<Settings['vars']>,
  { file, entrypoint }: { file: string; entrypoint: string },
) {
  const config = builtConfig.parse(JSON.parse(readFileSync(path.join(builtFolder, 'wrangler.json'), 'utf8')));
  const entry = readFileSync(file, 'utf8');
  if (config.main !== 'index.js') throw new Error(`${file} expects index.js, not ${config.main}.`);
  const files = readdirSync(builtFolder, { recursive: true, encoding: 'utf8' });
  return {
    name: config.name,
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    modulesRoot: builtFolder,
    modules: [
      // The first module of the list is the entry.
      { type: 'ESModule' as const, path: path.join(builtFolder, path.basename(file)), contents: entry },
      ...files
        .filter((file) => file.endsWith('.js'))
        .map((file) => ({ type: 'ESModule' as const, path: path.join(builtFolder, file) })),
    ],
    bindings: { ...developmentVars(DEFAULT_PORT), TEXT_BUDGETS: BUSY, ...ownVars },
    durableObjects: Object.fromEntries(
      config.durable_objects.bindings.map(({ name, class_name: className }) => [
        name,
        { className, useSQLite: true },
      ]),
    ),
    d1Databases: Object.fromEntries(config.d1_databases.map((one) => [one.binding, one.database_id])),
    ratelimits: Object.fromEntries(config.ratelimits.map(({ name, ...limiter }) => [name, limiter])),
    unsafeDirectSockets: [{ host: '127.0.0.1' }, { host: '127.0.0.1', entrypoint }],
  };
}

function residentMb(): number {
  const listing = spawnSync('ps', ['-o', 'rss=', '-p', String(processOfRuntime())], { encoding: 'utf8' });
  const kib = listing.stdout.trim();
  if (kib === '') throw new Error(`"ps" knows nothing of the runtime: ${listing.stderr}`);
  return (Number(kib) * 1024) / 1_000_000;
}

/**
 * Returns the sum of the fields 14 and 15 of `/proc/<pid>/stat` (proc(5)) in milliseconds. The fields are in hundredths
 * of a second. The fields are counted from the last closing bracket, because the process name before the fields is in
 * brackets and may contain blanks.
 */
function cpuMs(): number {
  const stat = readFileSync(`/proc/${processOfRuntime()}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function processOfRuntime(): number {
  const run = process.env[RUN_VARIABLE];
  const found = processesOfRun(run ?? '').filter(({ command }) => /\bworkerd\S* serve\b/.test(command));
  const [runtime] = found;
  if (run === undefined || runtime === undefined || found.length > 1) {
    throw new Error(`One process of the Workers runtime was expected, ${found.length} were found.`);
  }
  return runtime.pid;
}
