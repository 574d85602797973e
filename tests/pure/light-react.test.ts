/** What the build takes out of React (`scripts/light-react.ts`). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutStacks } from '../../scripts/light-react.ts';

const react = readFileSync(
  path.join(import.meta.dirname, '../../node_modules/react-dom/cjs/react-dom-client.production.js'),
  'utf8',
);

test('what React throws to itself is told apart as before, and keeps no stack', () => {
  const made = withoutStacks(react).match(/\w+Exception = Object\.create\(Error\.prototype\)/g);
  expect(made).toHaveLength(5);
  expect(new Set(made).size).toBe(5);
});

test('errors that people may read stay as they are', () => {
  const told = (code: string) => code.match(/Error\(formatProdErrorMessage\(\d+/g)?.length;
  expect(told(withoutStacks(react))).toBe((told(react) ?? 0) - 5);
});

test('another React, which has other exceptions, fails the build', () => {
  expect(() => withoutStacks('var a = 1;')).toThrow('React makes 0 exceptions as it starts, not 5.');
});
