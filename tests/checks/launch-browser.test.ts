/** The browser is started with a list of Playwright's own, which the next release of it may have changed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { offInPlaywright } from '../../scripts/local/launch-browser.ts';

/** Of other browsers and systems. */
const elsewhere = /^ms|Win$/;

test('what Playwright turns off in the browser stays off', () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const source = readFileSync(path.join(folder, 'lib', 'coreBundle.js'), 'utf8');
  const [, list = ''] = /disabledFeatures = \[(.*?)\]\.filter/s.exec(source) ?? [];
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].flatMap(([, name]) => name ?? []);
  expect(names.filter((name) => !elsewhere.test(name)).toSorted()).toEqual(offInPlaywright.toSorted());
});
