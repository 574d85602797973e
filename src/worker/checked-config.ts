/** The configuration of this Worker, looked at once: for whoever answers a request, and for the sweeps, which no request calls. */
import { readConfig } from './config.ts';
import { log } from './log.ts';

/** The last configuration looked at: a wrong one is logged once, not with each request. */
let lastChecked: { given: string; result: ReturnType<typeof readConfig> } | null = null;

/** What `readConfig` says of this Worker's variables, secrets and bindings. */
export function checkedConfig(env: Env): ReturnType<typeof readConfig> {
  const all: [string, unknown][] = Object.entries(env);
  const vars = Object.fromEntries(
    all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const bindings = { email: 'EMAIL' in env };
  const given = JSON.stringify([vars, bindings]);
  if (lastChecked?.given !== given) {
    const result = readConfig(vars, bindings);
    lastChecked = { given, result };
    if (!result.ok) log({ event: 'configuration_wrong', problems: result.problems });
  }
  return lastChecked.result;
}
