/** The Worker's configuration, parsed and checked once, for requests and sweeps. */
import { pushKeyProblem, readConfig, type Config } from './config.ts';
import { log } from './log.ts';

type Read = ReturnType<typeof readConfig>;

type Checked = { given: string; read: Read; isKeyChecked: boolean };

/** The last check, stored so that a wrong configuration is logged only once. */
let lastChecked: Checked | null = null;

/**
 * Cache of the checks by environment. The platform passes the same environment object to all calls. To read every
 * variable at each call would take a tenth of the time of a short request.
 */
let checkedEnvironments = new WeakMap<Env, Checked>();

/** Empties the cache of checks, for tests that change the variables of an environment. */
export function forgetChecks(): void {
  checkedEnvironments = new WeakMap();
}

/** The result of `readConfig` for this Worker's variables, secrets and bindings. */
export function checkedConfig(env: Env): Read {
  return lookAt(env).read;
}

/** The configured SMS credits for a text, by country; empty if the configuration is wrong. */
export function textPricesOf(env: Env): Config['textPrices'] {
  const checked = checkedConfig(env);
  return checked.ok ? checked.config.textPrices : {};
}

/**
 * Like `checkedConfig`, but also verifies the key pair for web push. Requests, sweeps and reminders call this
 * function first. An invalid pair makes later calls of `checkedConfig` fail, too.
 */
export async function wholeConfig(env: Env): Promise<Read> {
  const checked = lookAt(env);
  if (!checked.read.ok || checked.isKeyChecked) return checked.read;
  // The promise is not cached, because a request cannot wait for I/O that another request started.
  const problem = await pushKeyProblem(checked.read.config.push);
  if (problem !== null && !checked.isKeyChecked) checked.read = refused([problem]);
  checked.isKeyChecked = true;
  return checked.read;
}

function lookAt(env: Env): Checked {
  const known = checkedEnvironments.get(env);
  if (known !== undefined) return known;
  const all: [string, unknown][] = Object.entries(env);
  const vars = Object.fromEntries(
    all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const bindings = { email: 'EMAIL' in env, standIns: 'STAND_INS' in env };
  const given = JSON.stringify([vars, bindings]);
  if (lastChecked?.given !== given) {
    const read = readConfig(vars, bindings);
    lastChecked = { given, read: read.ok ? read : refused(read.problems), isKeyChecked: false };
  }
  checkedEnvironments.set(env, lastChecked);
  return lastChecked;
}

function refused(problems: string[]): Read {
  log({ event: 'configuration_wrong', problems });
  return { ok: false, problems };
}
