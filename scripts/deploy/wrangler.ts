/** Runs the installed `wrangler`, the only program that calls Cloudflare's API. */
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';
import { places, type Account, type Database, type Environment, type Place } from './facts.ts';

/** Result of a wrangler call. */
export type Said = { ok: boolean; stdout: string; stderr: string };

/** Variables of each call: no metrics, no banner, and no environment chosen by the shell's variables. */
const always = { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', CLOUDFLARE_ENV: undefined };

/**
 * Wrangler in one project folder with one set of environment variables. Wrangler finds its login by these variables.
 */
export class Wrangler {
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #ended: AbortSignal | null;

  /**
   * `ended`: when this signal is aborted, running calls are stopped and new calls are refused; null: calls are never
   * stopped.
   */
  constructor(root: string, env: NodeJS.ProcessEnv, ended: AbortSignal | null) {
    this.#root = root;
    this.#env = { ...env, ...always };
    this.#ended = ended;
  }

  /** A copy of this wrangler for one account. */
  inAccount({ id }: Account): Wrangler {
    return new Wrangler(this.#root, { ...this.#env, CLOUDFLARE_ACCOUNT_ID: id }, this.#ended);
  }

  /** A copy of this wrangler that still runs after the abort signal. */
  afterTheEnd(): Wrangler {
    return new Wrangler(this.#root, this.#env, null);
  }

  /** Accounts that the login may use. `reason`: Cloudflare's error; null: not logged in. */
  async accounts(): Promise<{ ok: true; accounts: Account[] } | { ok: false; reason: string | null }> {
    const said = await this.run(['whoami', '--json']);
    const read = whoami.safeParse(jsonIn(said.stdout));
    if (said.ok && read.success && read.data.loggedIn) return { ok: true, accounts: read.data.accounts };
    return { ok: false, reason: read.success ? null : reasonIn(said) };
  }

  /** Throws if wrangler cannot list the databases. */
  async databases(): Promise<Database[]> {
    const said = await this.must(['d1', 'list', '--json']);
    return databases.parse(jsonIn(said.stdout)).map(({ uuid, name }) => ({ id: uuid, name }));
  }

  /** Returns the id of the new database. */
  async createDatabase(name: string, place: Place): Promise<string> {
    const said = await this.must([
      'd1',
      'create',
      name,
      `--${places[place]}`,
      place,
      '--update-config=false',
    ]);
    const [id] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(said.stdout) ?? [];
    if (id === undefined) throw new Error(`wrangler made the database "${name}" and did not say its id.`);
    return id;
  }

  /** Names of a Worker's secrets; null: the Worker does not exist. */
  async secrets(worker: string): Promise<string[] | null> {
    const said = await this.run(['secret', 'list', '--name', worker, '--format', 'json']);
    if (said.ok) return secrets.parse(jsonIn(said.stdout)).map(({ name }) => name);
    if (/Worker ".+" .*not found/.test(said.stderr + said.stdout)) return null;
    throw failure(['secret', 'list'], said);
  }

  /** Runs statements in the database of an environment. Returns the rows of each statement. */
  async executeSql(environment: Environment, statements: string[]): Promise<Record<string, unknown>[][]> {
    const where = ['--env', environment, '--remote', '--yes', '--json'];
    const said = await this.must(['d1', 'execute', 'DB', ...where, '--command', statements.join('; ')]);
    return executed.parse(jsonIn(said.stdout)).map(({ results }) => results);
  }

  /** Runs wrangler, and throws if the call fails. */
  async must(parameters: string[]): Promise<Said> {
    const said = await this.run(parameters);
    if (!said.ok) throw failure(parameters, said);
    return said;
  }

  /**
   * Runs wrangler. Throws if the signal `ended` was aborted before the call. `shown`: the call uses the terminal for
   * its output and its questions.
   */
  async run(parameters: string[], more: NodeJS.ProcessEnv = {}, shown = false): Promise<Said> {
    this.#ended?.throwIfAborted();
    const child = spawn('wrangler', parameters, {
      cwd: this.#root,
      env: { ...this.#env, ...more },
      stdio: shown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const end = () => child.kill();
    this.#ended?.addEventListener('abort', end);
    const said = { stdout: '', stderr: '' };
    child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        this.#ended?.removeEventListener('abort', end);
        const [stdout, stderr] = [said.stdout, said.stderr].map(stripVTControlCharacters);
        // Wrangler also exits with 0 if wrangler was stopped.
        const ok = code === 0 && this.#ended?.aborted !== true;
        resolve({ ok, stdout: stdout ?? '', stderr: stderr ?? '' });
      });
    });
  }
}

const whoami = z.object({
  loggedIn: z.boolean(),
  accounts: z._default(z.array(z.object({ id: z.string(), name: z.string() })), []),
});
const databases = z.array(z.object({ uuid: z.string(), name: z.string() }));
const executed = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));
const secrets = z.array(z.object({ name: z.string() }));

/** Parses the JSON that wrangler printed, possibly after warnings. */
function jsonIn(printed: string): unknown {
  const start = printed.search(/^[[{]/m);
  return start === -1 ? null : JSON.parse(printed.slice(start));
}

/** The reason of an error: wrangler's message, and Cloudflare's message on the next line. */
function reasonIn({ stdout, stderr }: Said): string {
  const [, error = '', below = ''] = /\[ERROR\] (.+)\n\s*(.*)/.exec(`${stderr}\n${stdout}`) ?? [];
  return `${error} ${below}`.trim();
}

function failure([first = '', second = '']: string[], { stdout, stderr }: Said): Error {
  const said = `${stderr}\n${stdout}`.trim();
  return new Error(`"wrangler ${first} ${second}" failed:\n${said}`);
}
