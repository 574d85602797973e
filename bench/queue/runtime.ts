/**
 * The built Worker and the floor in one process of the Workers runtime, each at a port of its own: no proxy, no asset
 * router and no development server stands between a call and what is measured. State lies on disk, as with `npm start`.
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

/** What the build says about its Worker, as far as the runtime has to know it. */
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

/** Texts in the development outbox, rows of history, and the sizes of the database and of all objects' own. */
export type Written = z.infer<typeof writtenRow> & { databaseBytes: number; objectsBytes: number };

export type Runtime = {
  /** Where the product answers. */
  origin: string;
  /** Where the floor answers (`floor-worker.mjs`). */
  floorOrigin: string;
  /** What the entry's own entrypoint answers there. */
  watched(path: string): Promise<unknown>;
  /** How often the object of this location woke since the start. Asking does not wake it. */
  wakes(locationId: string): Promise<number>;
  /** How late each alarm rang since this was last asked, in milliseconds. With the usual entry only. */
  alarmsLateMs(): Promise<number[]>;
  /** How many deliveries of all objects are pending. Asking wakes them. */
  pending(): Promise<number>;
  /** What has been kept by now. Asking wakes the objects. */
  written(): Promise<Written>;
  /** How many files and sockets the runtime's process has open. On Linux only. */
  openFiles(): number;
  /** Gives an account more of everything than any plan has, for the locations that it opens from now on. */
  grantCredits(username: string): Promise<void>;
  /** Processor time of the runtime's process since its start, all threads. On Linux only. */
  cpuMs(): number;
  /** Resident memory of the runtime's process in MB of 1,000,000 bytes. */
  residentMb(): number;
  stop(): Promise<void>;
};

export type RuntimeOptions = {
  /** The variables that differ from a developer's machine. */
  vars?: Partial<Settings['vars']>;
  /** A file of `bench/` that stands before the built Worker, with an entrypoint `Watch`. */
  entry?: string;
  /**
   * Every collection of garbage is a whole one, so that resident memory is what is held. The engine's own choice is to let
   * garbage lie, with what hangs on it outside of the engine, for as long as there is memory. For memory, not for times.
   */
  collectsAll?: boolean;
};

/** Starts both over the state folder, whose database is up to date (`scripts/local/migrate.ts`). */
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
 * The product as it was built, for development, behind an entry of the bench's own: a file beside which the built `index.js`
 * stands, and the entrypoint that it adds.
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
      // The first module is the entry.
      { type: 'ESModule' as const, path: path.join(builtFolder, path.basename(file)), contents: entry },
      ...files
        .filter((file) => file.endsWith('.js'))
        .map((file) => ({ type: 'ESModule' as const, path: path.join(builtFolder, file) })),
    ],
    bindings: { ...developmentVars(DEFAULT_PORT), ...ownVars },
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

/** Fields 14 and 15 of proc(5) are hundredths of a second; the name before them, in brackets, may have blanks. */
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
