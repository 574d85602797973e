/**
 * `npm run bench:faults [-- <fault> ...]`: runs the load of the crash test while a part that the product needs fails.
 * After each fault, all acknowledged changes must exist exactly once. If the command names no fault, all faults run,
 * which takes about twenty-five minutes.
 *
 * - `database`: D1 fails for five minutes, while guests join and leave.
 * - `away`: D1 fails for twelve simulated hours, while guests and an owner use their pages (`faults/away.ts`).
 * - `eviction`: every object is evicted from memory about twice a second, in the middle of calls.
 * - `clock`: the clock jumps ahead and back by up to a minute and a half, every few seconds.
 * - `disk`: the disk is full again and again (on Linux only).
 * - `versions`: two versions of the product take turns on one state folder. The server is killed before each change of
 *   the version. The first version is the present version. The second version is `--before=<commit>`, or by default the
 *   version before the last schema change.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { HOLD_MIN_MS } from '../src/shared/limits.ts';
import { ensureBuilt } from '../scripts/local/build.ts';
import { migrate } from '../scripts/local/migrate.ts';
import { projectRoot } from '../scripts/local/settings.ts';
import { killableServer, type KillableServer, type Life } from './crash/killable-server.ts';
import { storm, type StormPlan } from './crash/storm.ts';
import { awayFigures } from './faults/away-figures.ts';
import { diskTrouble } from './faults/disk.ts';
import { figuresOf } from './faults/figures.ts';
import { troubledServer, type Trouble } from './faults/troubled-server.ts';
import { isMet, lineOf } from './queue/measures.ts';
import { startRuntime, type Runtime } from './queue/runtime.ts';

const SEED = 20_251_124;
const PACE = { lanes: 4, tablets: 2, guestsMax: 290 };
const QUIET_MS = HOLD_MIN_MS + 4_000;
const DATABASE_AWAY_MS = 300_000;
/** The longest time between two tries of a pending delivery (`deliveries/engine.ts`), including the time of a try. */
const LONGEST_RETRY_MS = 330_000;
/** The offsets of the clock from the real time, used one after the other. */
const AHEAD_MS = [45_000, -30_000, 90_000, -75_000] as const;
/**
 * Size of the file system that the fault `disk` fills. The file system contains the database and the objects, with
 * their logs.
 */
const DISK_MB = 256;
/** Minimal number of times that the fault must affect the product. */
const LEAST_FELT = 16;

const usual: StormPlan = {
  kills: 20,
  seed: SEED,
  pace: PACE,
  undo: false,
  downMs: [0, 0],
  quietMs: QUIET_MS,
};

const felt = z.object({ refused: z.int(), madeAnew: z.int(), wrongClock: z.int() });

const faults = {
  database: () =>
    withTrouble(
      'refused',
      {
        begin: async (runtime) => void (await runtime.watched('/database-away')),
        end: async (runtime) => void (await runtime.watched('/database-back')),
      },
      // Guests join so slowly that guests still join when the fault ends.
      {
        ...usual,
        kills: 1,
        upMs: [15_000, 15_000],
        downMs: [DATABASE_AWAY_MS, DATABASE_AWAY_MS],
        pace: { lanes: 1, tablets: 1, guestsMax: 290, slower: 6 },
        quietMs: LONGEST_RETRY_MS,
      },
    ),
  away: measureAway,
  eviction: () =>
    withTrouble(
      'madeAnew',
      {
        begin: async (runtime) => void (await runtime.watched('/evict')),
        end: async (runtime) => void (await runtime.watched('/all-back')),
      },
      { ...usual, kills: 120 },
    ),
  clock: () => {
    let jumps = 0;
    const setClock = async (runtime: Runtime, aheadMs: number) =>
      void (await runtime.watched(`/clock/${aheadMs}`));
    return withTrouble(
      'wrongClock',
      {
        begin: (runtime) => setClock(runtime, AHEAD_MS[jumps++ % AHEAD_MS.length] ?? 0),
        end: (runtime) => setClock(runtime, 0),
      },
      {
        ...usual,
        downMs: [2_000, 5_000],
        wrongClock: true,
        quietMs: QUIET_MS + Math.max(...AHEAD_MS),
      },
    );
  },
  // The bench counts how often an object is created anew, because the runtime discards an object that could not write
  // to the full disk.
  disk: () => withTrouble('madeAnew', diskTrouble(stateDir), { ...usual, kills: 12, downMs: [2_000, 5_000] }),
  versions: async () => {
    const server = await killableServer(stateDir, [projectRoot, earlierVersion()]);
    const plan = { ...usual, kills: 16, pace: { lanes: 6, tablets: 3, guestsMax: 290 } };
    return stormOn(server, plan, async () => server.lives().length - 1);
  },
};
type Fault = keyof typeof faults;

function isFault(name: string): name is Fault {
  return name in faults;
}

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const [fault, ...others] = named;
if (fault === undefined || others.length > 0) {
  // Each fault runs in its own process, so that one fault does not affect another fault.
  const names = others.length > 0 ? named : Object.keys(faults);
  const codes = names.map((name) =>
    spawnSync('npm', ['run', '-s', 'bench:faults', '--', name, ...options], { stdio: 'inherit' }),
  );
  process.exit(codes.every(({ status }) => status === 0) ? 0 : 1);
}
if (!isFault(fault))
  throw new Error(`There is no fault ${fault}; there are ${Object.keys(faults).join(', ')}.`);

const inNamespace = process.env['BENCH_FAULTS_DISK'];
if (fault === 'disk' && inNamespace === undefined) process.exit(onSmallDisk());

const stateDir = inNamespace ?? mkdtempSync(path.join(tmpdir(), 'bench-faults-'));
let met = false;
try {
  met = await faults[fault]();
} finally {
  if (inNamespace === undefined) rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(met ? 0 : 1);

async function measureAway(): Promise<boolean> {
  if (!ensureBuilt() || !migrate(stateDir)) throw new Error('The app could not be made ready.');
  const figures = await awayFigures(stateDir);
  for (const figure of figures) console.log(lineOf(figure));
  return figures.every(isMet);
}

async function withTrouble(
  by: keyof z.infer<typeof felt>,
  trouble: Trouble,
  plan: StormPlan,
): Promise<boolean> {
  if (!ensureBuilt() || !migrate(stateDir)) throw new Error('The app could not be made ready.');
  let runtime: Runtime | undefined;
  const start = async () => (runtime = await startRuntime(stateDir, { entry: 'faults/troubled-worker.mjs' }));
  return stormOn(
    troubledServer(start, trouble),
    plan,
    async () => felt.parse(await runtime?.watched('/'))[by],
  );
}

/** `countFelt` returns how often the fault affected the product. `countFelt` is called while the server still runs. */
async function stormOn(
  server: KillableServer,
  plan: StormPlan,
  countFelt: () => Promise<number>,
): Promise<boolean> {
  try {
    await server.start();
    let lives: Life[] = [];
    let troublesFelt = 0;
    const aftermath = await storm(server, stateDir, plan, async () => {
      lives = server.lives();
      troublesFelt = await countFelt();
    });
    const leastFelt = Math.max(plan.kills, LEAST_FELT);
    const wrongClock = plan.wrongClock === true;
    const figures = figuresOf(String(fault), aftermath, { lives, troublesFelt, leastFelt, wrongClock });
    for (const figure of figures) console.log(lineOf(figure));
    return figures.every(isMet);
  } finally {
    await server.stop();
  }
}

/** Runs this bench in its own mount namespace, with its state on a small memory disk. */
function onSmallDisk(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-faults-disk-'));
  const inside = `mount -t tmpfs -o size=${DISK_MB}m tmpfs ${folder} && exec npm run -s bench:faults -- disk`;
  const run = spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', inside], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_FAULTS_DISK: folder },
  });
  rmSync(folder, { recursive: true });
  return run.status ?? 1;
}

/**
 * Returns the commit before the last schema change, or the commit of the first schema if the schema has not changed.
 */
function beforeLastSchema(git: (...words: string[]) => string): string {
  const schemas = ['migrations', 'src/worker/location/store/migrations.ts'];
  const changed = git('log', '-1', '--format=%H', '--', ...schemas);
  const began = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/0000_first_schema.sql');
  return changed === began ? began : `${changed}~1`;
}

/** Checks out the earlier version into a temporary folder, with the packages of the present version. */
function earlierVersion(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: projectRoot, encoding: 'utf8' }).trim();
  const before = process.argv.find((argument) => argument.startsWith('--before='))?.slice('--before='.length);
  const commit = before ?? beforeLastSchema(git);
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-faults-version-'));
  execFileSync('sh', ['-c', `git archive "$0" | tar -x -C "$1"`, commit, folder], { cwd: projectRoot });
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  console.log(`taking turns with ${git('log', '-1', '--format=%h %s', commit)}`);
  return folder;
}
