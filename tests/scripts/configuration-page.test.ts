import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { configurationPage } from '../../scripts/local/configuration-page.ts';
import { projectRoot } from '../../scripts/local/settings.ts';

test('docs/configuration.md is the one that npm run docs writes', () => {
  expect(readFileSync(path.join(projectRoot, 'docs', 'configuration.md'), 'utf8')).toBe(configurationPage());
});
