/**
 * `npm run stripe:schema`: generates the schema for the contract tests of our Stripe calls, from the types of the
 * installed package. Run this script by hand after an upgrade of `stripe`, or for a new call. The result is committed,
 * so that tests need neither the generator nor a network. The output is deterministic.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stripe } from 'stripe';
import * as z from 'zod/mini';
import { projectRoot } from './local/settings.ts';

/** npm fetches this package for this run only, because the package depends on another version of TypeScript. */
const GENERATOR = 'ts-json-schema-generator@2.9.0';
const TYPE = 'StripeCalls';

const generated = z.object({
  $schema: z.string(),
  definitions: z.record(z.string(), z.record(z.string(), z.json())),
});

type Json = z.infer<ReturnType<typeof z.json>>;

const made = generate();
const definitions = new Map(Object.entries(made.definitions).map(([name, one]) => [name, strict(one)]));
const calls = propertiesOf(definitions.get(TYPE));
const version = Stripe.API_VERSION.slice(0, 'yyyy-mm-dd'.length);
const file = path.join('tests', 'data', `stripe-params-${version}.schema.json`);
const whole = { $schema: made.$schema, calls, definitions: neededBy(calls) };
// The file has one key or value on each line, without indentation, so that diffs are small.
writeFileSync(path.join(projectRoot, file), JSON.stringify(whole, null, 1).replaceAll(/^ +/gm, ''));
console.log(
  `${file}: ${Object.keys(calls).length} calls. Where the name is new, tests/contracts/stripe-check.ts and tests/data/README.md name the old one.`,
);

function generate(): z.infer<typeof generated> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stripe-schema-'));
  try {
    const out = path.join(folder, 'out.json');
    const config = path.join(folder, 'tsconfig.json');
    const compilerOptions = {
      strict: true,
      module: 'nodenext',
      moduleResolution: 'nodenext',
      target: 'es2022',
      skipLibCheck: true,
    };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [] }));
    const input = path.join(import.meta.dirname, 'stripe-calls.ts');
    const options = ['--path', input, '--tsconfig', config, '--type', TYPE, '--no-type-check', '--out', out];
    const run = spawnSync(
      'npm',
      ['exec', '--yes', `--package=${GENERATOR}`, '--', 'ts-json-schema-generator', ...options],
      { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    if (run.status !== 0) throw new Error(`${GENERATOR} failed`);
    return z.parse(generated, JSON.parse(withLastingNames(readFileSync(out, 'utf8'))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Renames definitions whose generated names depend on paths or on compiler counters. */
function withLastingNames(text: string): string {
  const names = new Set(text.match(/def-interface-[\d-]+\d/g));
  const numbered = [...names].map((name, index) => [name, `${index + 1}`] as const);
  // Longest names first, because a name may be the beginning of another name.
  const longestFirst = numbered.toSorted(([one], [other]) => other.length - one.length);
  const same = longestFirst.reduce((whole, [name, number]) => whole.replaceAll(name, number), text);
  return same.replaceAll(/(__@\w+)@\d+/g, '$1');
}

/** Removes descriptions, and the union member that allows any other string (`OtherString`). */
function strict(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const closed = anyOf.filter((one) => !JSON.stringify(one).includes('OtherString"'));
    const words = z.safeParse(
      z.array(z.strictObject({ type: z.literal('string'), const: z.string() })),
      closed,
    );
    if (words.success) return { type: 'string', enum: words.data.map((word) => word.const) };
    return { anyOf: closed.map(strict) };
  }
  const kept = Object.entries(schema).filter(
    ([name, value]) => name !== 'description' || typeof value !== 'string',
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, strict(value)]));
}

function propertiesOf(schema: Json | undefined): Record<string, Json> {
  return z.parse(z.object({ properties: z.record(z.string(), z.json()) }), schema).properties;
}

/** The definitions that this schema references, sorted by name. */
function neededBy(from: Json): Record<string, Json> {
  const needed = new Set<string>();
  const open: Json[] = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const [, reference = ''] of JSON.stringify(at).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)) {
      const name = decodeURIComponent(reference);
      const found = definitions.get(name);
      if (found === undefined) throw new Error(`${name} is not among the definitions`);
      if (!needed.has(name)) open.push(found);
      needed.add(name);
    }
  }
  return Object.fromEntries([...definitions].filter(([name]) => needed.has(name)));
}
