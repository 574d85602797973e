/** What is typed behind `npm run deploy --`. */
import { parseArgs } from 'node:util';
import { environments, type Environment } from './facts.ts';

export type Asked = {
  environment: Environment;
  /** Looks, builds and weighs, and changes nothing. */
  check: boolean;
  /** Makes the secrets that can be made, where they are missing. */
  generate: boolean;
};

const usage = `Say which environment: "npm run deploy -- staging" or "npm run deploy -- production". "--check" changes nothing; "--generate" makes the keys that can be made. See docs/deploy.md.`;

export function readArguments(typed: string[]): { ok: true; asked: Asked } | { ok: false; refusal: string } {
  try {
    const { values, positionals } = parseArgs({
      args: typed,
      options: { check: { type: 'boolean' }, generate: { type: 'boolean' } },
      allowPositionals: true,
    });
    const environment = environments.find((one) => one === positionals[0]);
    if (environment === undefined || positionals.length > 1) return { ok: false, refusal: usage };
    return {
      ok: true,
      asked: { environment, check: values.check ?? false, generate: values.generate ?? false },
    };
  } catch {
    // An option that there is not.
    return { ok: false, refusal: usage };
  }
}
