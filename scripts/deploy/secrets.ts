/** The secrets of a first deployment: made, asked for, and handed to wrangler. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConfigVariables } from '../../src/worker/config.ts';
import { newPushKeys } from '../local/push-keys.ts';
import type { Facts } from './facts.ts';
import { configProblems } from './plan.ts';

/** Asks for a line at the terminal, which is not shown. */
export type Ask = (question: string) => Promise<string>;

/** Keys that nobody needs to know, by name. With VAPID_PRIVATE_KEY comes VAPID_PUBLIC_KEY, which is no secret. */
export function makeSecrets(names: readonly string[]): ConfigVariables {
  return {
    ...(names.includes('PHONE_HASH_KEY') && { PHONE_HASH_KEY: randomBytes(48).toString('base64') }),
    ...(names.includes('VAPID_PRIVATE_KEY') && newPushKeys()),
  };
}

/** Asks for each by its name, again where the Worker would refuse what was typed. */
export async function askSecrets(
  names: readonly string[],
  ask: Ask,
  facts: Facts,
  say: (line: string) => void,
): Promise<ConfigVariables> {
  const typed: ConfigVariables = {};
  for (const name of names) {
    while (!typed[name]) {
      const answer = (await ask(`${name} (not shown): `)).trim();
      const given = { ...facts.given, ...typed, [name]: answer };
      const problem = configProblems({ ...facts, given }).find((sentence) => sentence.startsWith(`${name} `));
      if (problem !== undefined) say(problem);
      else if (answer === '')
        say(`Nothing was typed. Whoever does without ${name} takes it out of wrangler.toml.`);
      else typed[name] = answer;
    }
  }
  return typed;
}

/**
 * Calls `use` with the options that give wrangler these secrets: in a file that only this user may read and that is gone
 * afterwards. (A new Worker takes them with its first code only, so that it never runs without.)
 */
export async function withSecretsFile<Result>(
  secrets: ConfigVariables,
  use: (options: string[]) => Promise<Result>,
): Promise<Result> {
  if (Object.keys(secrets).length === 0) return use([]);
  const folder = mkdtempSync(path.join(tmpdir(), 'deploy-'));
  try {
    const file = path.join(folder, 'secrets.json');
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return await use(['--secrets-file', file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
