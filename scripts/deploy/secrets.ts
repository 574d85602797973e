/** Generates secrets or asks for secrets at a first deployment, and passes the secrets to wrangler. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConfigVariables } from '../../src/worker/platform/config.ts';
import { newPushKeys } from '../local/push-keys.ts';
import type { Facts } from './facts.ts';
import { configProblems } from './plan.ts';

/** Asks for a line at the terminal. The terminal does not show the typed text. */
export type Ask = (question: string) => Promise<string>;

/**
 * Generates these secrets, by name. With VAPID_PRIVATE_KEY, the result also has VAPID_PUBLIC_KEY, which is not secret.
 */
export function makeSecrets(names: readonly string[]): ConfigVariables {
  return {
    ...(names.includes('PHONE_HASH_KEY') && { PHONE_HASH_KEY: randomBytes(48).toString('base64') }),
    ...(names.includes('SEALING_KEYS') && { SEALING_KEYS: randomBytes(48).toString('base64') }),
    ...(names.includes('HEALTH_TOKEN') && { HEALTH_TOKEN: randomBytes(32).toString('base64url') }),
    ...(names.includes('VAPID_PRIVATE_KEY') && newPushKeys()),
  };
}

/**
 * The message that tells the operator to store the generated secrets, because secrets cannot be read from the Worker.
 * Null: none of `PHONE_HASH_KEY`, `SEALING_KEYS` and `HEALTH_TOKEN` was generated. Stored opt-outs need PHONE_HASH_KEY,
 * sealed values need SEALING_KEYS, and the deep health check needs HEALTH_TOKEN. Generated secrets are printed only at
 * a terminal, never to the log of a CI machine.
 */
export function sayToKeep(made: ConfigVariables, isAtTerminal: boolean): string | null {
  const kept = (['PHONE_HASH_KEY', 'SEALING_KEYS', 'HEALTH_TOKEN'] as const).filter(
    (name) => made[name] !== undefined,
  );
  if (kept.length === 0) return null;
  const names = kept.join(' and ');
  return isAtTerminal
    ? [
        'Keep these in a password manager; they are shown this once, and the last ones that were shown count. Without PHONE_HASH_KEY a restored database knows no opt-out; without SEALING_KEYS no seed of an authenticator app and no key of a location can be read; without HEALTH_TOKEN nobody can ask for the deep health check.',
        ...kept.map((name) => `${name} ${made[name]}`),
      ].join('\n')
    : `${names}: made and not shown without a terminal, so nobody can keep them. Make your own ("openssl rand -base64 48") and set them in the environment of this command.`;
}

/** Asks for each secret by its name, and asks again if the Worker would refuse the value. */
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
 * Calls `use` with the wrangler options for these secrets. The secrets are in a temporary file that only this user can
 * read. A new Worker gets the secrets together with its first code, so a Worker never runs without secrets.
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
