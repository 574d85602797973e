/** The Worker's configuration, parsed and checked once, for requests and sweeps. */
import { pushKeyProblem, readConfig } from './config.ts';
import { log } from './log.ts';

type Read = ReturnType<typeof readConfig>;

/** `names`: of all bindings, in order. `values`: of variables and secrets; null for other bindings. */
type Checked = { names: string[]; values: (string | null)[]; read: Read; isKeyChecked: boolean };

/** Cache of the last check, also so that a wrong configuration is logged only once. */
let lastChecked: Checked | null = null;

/** The result of `readConfig` for this Worker's variables, secrets and bindings. */
export function checkedConfig(env: Env): Read {
  return lookAt(env).read;
}

/**
 * Like `checkedConfig`, but also verifies the key pair for web push. Requests, sweeps and reminders call this
 * function first. An invalid pair makes later calls of `checkedConfig` fail, too.
 */
export async function wholeConfig(env: Env): Promise<Read> {
  const checked = lookAt(env);
  if (!checked.read.ok || checked.isKeyChecked) return checked.read;
  // No promise is cached: a request cannot wait for I/O that another request started.
  const problem = await pushKeyProblem(checked.read.config.push);
  if (problem !== null && !checked.isKeyChecked) checked.read = refused([problem]);
  checked.isKeyChecked = true;
  return checked.read;
}

function lookAt(env: Env): Checked {
  if (lastChecked !== null && isSame(env, lastChecked)) return lastChecked;
  const all: [string, unknown][] = Object.entries(env);
  const vars = Object.fromEntries(
    all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const bindings = { email: 'EMAIL' in env, standIns: 'STAND_INS' in env };
  const read = readConfig(vars, bindings);
  lastChecked = {
    names: all.map(([name]) => name),
    values: all.map(([, value]) => (typeof value === 'string' ? value : null)),
    read: read.ok ? read : refused(read.problems),
    isKeyChecked: false,
  };
  return lastChecked;
}

/** Each request asks, so the values are compared one by one, not as one long text. */
function isSame(env: Env, { names, values }: Checked): boolean {
  const current = Object.keys(env);
  return (
    current.length === names.length &&
    current.every((name, index) => {
      const value: unknown = Reflect.get(env, name);
      return name === names[index] && (typeof value === 'string' ? value : null) === values[index];
    })
  );
}

function refused(problems: string[]): Read {
  log({ event: 'configuration_wrong', problems });
  return { ok: false, problems };
}
