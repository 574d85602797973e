/** The configuration of this Worker, looked at once: for whoever answers a request, and for the sweeps, which no request calls. */
import { pushKeyProblem, readConfig } from './config.ts';
import { log } from './log.ts';

type Read = ReturnType<typeof readConfig>;

/** The last configuration looked at: a wrong one is logged once, not with each request. */
let lastChecked: { given: string; read: Read; isKeyChecked: boolean } | null = null;

/** What `readConfig` says of this Worker's variables, secrets and bindings. */
export function checkedConfig(env: Env): Read {
  return lookAt(env).read;
}

/**
 * The same, and whether the key that signs reminders is one: for whoever begins something, which is a request, the sweeps or a
 * reminder. A pair that is not one then counts as wrong for `checkedConfig`, too.
 */
export async function wholeConfig(env: Env): Promise<Read> {
  const checked = lookAt(env);
  if (!checked.read.ok || checked.isKeyChecked) return checked.read;
  // Not kept as a promise: one request may not wait for what another began.
  const problem = await pushKeyProblem(checked.read.config.push);
  if (problem !== null && !checked.isKeyChecked) checked.read = refused([problem]);
  checked.isKeyChecked = true;
  return checked.read;
}

function lookAt(env: Env): NonNullable<typeof lastChecked> {
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
  return lastChecked;
}

function refused(problems: string[]): Read {
  log({ event: 'configuration_wrong', problems });
  return { ok: false, problems };
}
