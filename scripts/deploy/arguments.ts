/** Parses the arguments of `npm run deploy --`. */
import { parseArgs } from 'node:util';
import { environments, places, type Environment, type Place } from './facts.ts';

export type Asked = {
  environment: Environment;
  /** True: only check and build, and change nothing at Cloudflare. */
  check: boolean;
  /** True: generate the missing secrets that can be generated. */
  generate: boolean;
  /** Region for a new database; null: not given. */
  place: Place | null;
};

const usage = `Say which environment: "npm run deploy -- staging" or "npm run deploy -- production". "--check" changes nothing; "--generate" makes the keys that can be made; "--place" says where a new database is made: ${Object.keys(places).join(', ')}. See docs/deploy.md.`;

export function readArguments(typed: string[]): { ok: true; asked: Asked } | { ok: false; refusal: string } {
  try {
    const { values, positionals } = parseArgs({
      args: typed,
      options: {
        check: { type: 'boolean' },
        generate: { type: 'boolean' },
        place: { type: 'string' },
      },
      allowPositionals: true,
    });
    const environment = environments.find((one) => one === positionals[0]);
    const { check = false, generate = false, place = null } = values;
    if (environment === undefined || positionals.length > 1 || (place !== null && !isPlace(place)))
      return { ok: false, refusal: usage };
    return { ok: true, asked: { environment, check, generate, place } };
  } catch {
    // `parseArgs` throws for an unknown option.
    return { ok: false, refusal: usage };
  }
}

function isPlace(value: string): value is Place {
  return Object.hasOwn(places, value);
}
