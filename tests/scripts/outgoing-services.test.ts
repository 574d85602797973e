/** `docs/asvs.md` lists each file that calls another service. None of the listed files follows a redirect. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/local/settings.ts';

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

// A lint rule (`.oxlintrc.json`) forbids `fetch` in all other files.
const providers = readdirSync(path.join(projectRoot, 'src', 'worker'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\/providers\/[^/]+\.ts$/.test(file))
  .map((file) => `src/worker/${file}`)
  .toSorted();

test('the list of outgoing services names the file of each provider', () => {
  const [, list = ''] = /\n### Outgoing services\n(.+?)\n### /s.exec(textOf('docs/asvs.md')) ?? [];
  const named = Array.from(list.matchAll(/`(src\/worker\/[^`]+)`/g), ([, file = '']) => file);
  expect(named.toSorted()).toEqual(providers);
});

test('no provider follows a redirect, which could carry a secret to another host', () => {
  const callers = providers.filter((file) => textOf(file).includes('fetch('));
  expect(callers.length).toBeGreaterThan(4);
  expect(callers.filter((file) => !textOf(file).includes("redirect: 'manual'"))).toEqual([]);
});
