import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { commandGroups } from '../../scripts/local/commands.ts';
import { projectRoot } from '../../scripts/local/settings.ts';

const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

test('npm run help lists every command of package.json, each once', () => {
  const { scripts } = manifest.parse(
    JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')),
  );
  const called = Object.keys(scripts).filter((name) => name !== 'pretypecheck');
  const listed = commandGroups.flatMap(({ commands }) => Object.keys(commands));
  expect(listed.toSorted()).toEqual(called.toSorted());
});
