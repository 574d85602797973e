/** Reads and fills in `wrangler.toml`. */
import path from 'node:path';
import { unstable_readConfig } from 'wrangler';
import * as z from 'zod/mini';
import type { Declared, Environment } from './facts.ts';

const stringVars = z.record(z.string(), z.string());
const mailBindings = z.array(z.object({ name: z.string() }));

/** Reads an environment of `wrangler.toml` in `root`. Throws if the file cannot be read. */
export function readDeclared(root: string, environment: Environment): Declared {
  const config = unstable_readConfig({ config: path.join(root, 'wrangler.toml'), env: environment });
  const [database] = config.d1_databases;
  const name = database?.database_name;
  if (config.name === undefined || name === undefined) {
    throw new Error(`[env.${environment}] of wrangler.toml names no Worker or no database.`);
  }
  return {
    worker: config.name,
    workersDev: config.workers_dev ?? false,
    database: { id: database?.database_id ?? '', name },
    vars: stringVars.parse(config.vars),
    secrets: config.secrets?.required ?? [],
    email: mailBindings.parse(config.send_email).some(({ name }) => name === 'EMAIL'),
  };
}

/** Returns the file's text with an environment's database id. Throws if the file has no line for the id. */
export function withDatabaseId(text: string, environment: Environment, id: string): string {
  return withValue(text, `[[env.${environment}.d1_databases]]`, 'database_id', id);
}

/** Returns the file's text with a variable of an environment. Throws if the file has no line for the variable. */
export function withVariable(text: string, environment: Environment, name: string, value: string): string {
  return withValue(text, `[env.${environment}.vars]`, name, value);
}

/** Replaces one line, so that the comments and the order of the file stay. */
function withValue(text: string, table: string, key: string, value: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() === table);
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('['));
  const end = length === -1 ? lines.length : start + 1 + length;
  const at = lines.findIndex((line, n) => n > start && n < end && line.startsWith(`${key} = `));
  if (start === -1 || at === -1) throw new Error(`wrangler.toml has no "${key} = " below ${table}.`);
  return lines.with(at, `${key} = ${JSON.stringify(value)}`).join('\n');
}
