/** The secrets of a first deployment: made, asked for, and handed to wrangler. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConfigVariables } from '../../src/worker/platform/config.ts';
import { newPushKeys } from '../local/push-keys.ts';
import type { Facts } from './facts.ts';
import { configProblems } from './plan.ts';

/** Asks for a line at the terminal, which is not shown. */
export type Ask = (question: string) => Promise<string>;

/** Keys that nobody has to make, by name. With VAPID_PRIVATE_KEY comes VAPID_PUBLIC_KEY, which is no secret. */
export function makeSecrets(names: readonly string[]): ConfigVariables {
  return {
    ...(names.includes('PHONE_HASH_KEY') && { PHONE_HASH_KEY: randomBytes(48).toString('base64') }),
    ...(names.includes('VAPID_PRIVATE_KEY') && newPushKeys()),
  };
}

/**
 * What to say of a PHONE_HASH_KEY that was made, before it goes to the Worker, where nobody can read it any more; null: none
 * was. It is what D1's opt-outs are bound to, so somebody has to keep it. Shown where a person looks on, and never to the log
 * of a machine.
 */
export function sayToKeep({ PHONE_HASH_KEY: key }: ConfigVariables, isAtTerminal: boolean): string | null {
  if (key === undefined) return null;
  return isAtTerminal
    ? `Keep this in a password manager; it is shown this once, and the last one that was shown counts. Without it a restored database knows no opt-out.\nPHONE_HASH_KEY ${key}`
    : 'PHONE_HASH_KEY was made and is not shown without a terminal: nobody can keep it. Whoever wants to restore opt-outs elsewhere makes it ("openssl rand -base64 48") and sets it in the environment of this command.';
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
      const problems = await configProblems({ ...facts, given });
      const problem = problems.find((sentence) => sentence.startsWith(`${name} `));
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
