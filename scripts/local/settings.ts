/**
 * Reads and checks the settings of a local run from the environment (`docs/configuration.md`), before anything starts.
 */
import path from 'node:path';
import * as z from 'zod/mini';
import { pushKeyProblem, readConfig } from '../../src/worker/platform/config.ts';
import { variableNames, variableTable, type VariableName } from './variables.ts';

export const projectRoot = path.dirname(path.dirname(import.meta.dirname));

export const DEFAULT_PORT = 8787;

/** `quiet`: a demo business is seeded, but its guests and staff do not act. `off`: there is no demo business. */
const demoModes = ['on', 'quiet', 'off'] as const;

export type Settings = {
  demo: (typeof demoModes)[number];
  port: number;
  /** The address to listen on. The loopback address serves both `localhost` and `127.0.0.1`. */
  host: string;
  /** Absolute path of the folder that holds the database and the queues. */
  stateDir: string;
  /** The Worker's variables; '' means not set. */
  vars: Record<VariableName, string>;
};

const everyVariable = z.record(z.enum(variableNames), z.string());

/**
 * The Worker's variables on a developer's machine and in tests. These variables replace the top-level variables of
 * `wrangler.toml`, because with the top-level variables the Worker serves no page.
 */
export function developmentVars(port: number): Settings['vars'] {
  const local = variableNames.map((name) => [name, variableTable[name].local]);
  return { ...everyVariable.parse(Object.fromEntries(local)), APP_ORIGIN: `http://localhost:${port}` };
}

/** The development values of these secrets are published, so production gets no default values for them. */
const publishedInDevelopment = new Set<VariableName>([
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD_HASH',
  'PHONE_HASH_KEY',
  'SEALING_KEYS',
]);

/** Reads and checks the environment. Every problem is one sentence that names its variable. */
export async function readSettings(
  env: Record<string, string | undefined>,
): Promise<{ ok: true; settings: Settings } | { ok: false; problems: string[] }> {
  const problems: string[] = [];
  // An empty variable counts as not set, as in most shell scripts.
  const value = (name: string) => env[name] || undefined;

  const typedPort = value('PORT') ?? String(DEFAULT_PORT);
  const port = /^\d{1,5}$/.test(typedPort) ? Number(typedPort) : 0;
  if (port < 1 || port > 65_535) {
    problems.push(
      `PORT must be a number from 1 to 65535, not "${typedPort}". See "Configuration" in README.md.`,
    );
  }
  const stateDir = path.resolve(projectRoot, value('STATE_DIR') ?? '.state');
  if (stateDir === projectRoot || stateDir === path.parse(stateDir).root) {
    problems.push(
      `STATE_DIR must be a folder of its own, not "${stateDir}". See "Configuration" in README.md.`,
    );
  }
  const typedDemo = value('DEMO') ?? 'on';
  const demo = demoModes.find((mode) => mode === typedDemo);
  if (demo === undefined) {
    problems.push(`DEMO must be on, quiet or off, not "${typedDemo}". See "Configuration" in README.md.`);
  }
  const usual = developmentVars(port);
  const isDevelopment = (value('APP_ENV') ?? 'development') === 'development';
  const vars = { ...usual };
  for (const name of variableNames)
    vars[name] = value(name) ?? (isDevelopment || !publishedInDevelopment.has(name) ? usual[name] : '');
  // The Worker checks the variables again, because only the Worker knows its bindings.
  const config = readConfig(vars, { email: true, standIns: true });
  if (!config.ok && (problems.length === 0 || env['APP_ORIGIN'])) problems.push(...config.problems);
  const keyProblem = config.ok ? await pushKeyProblem(config.config.push) : null;
  if (keyProblem !== null) problems.push(keyProblem);

  return problems.length > 0 || demo === undefined
    ? { ok: false, problems }
    : { ok: true, settings: { demo, port, host: value('HOST') ?? '127.0.0.1', stateDir, vars } };
}
