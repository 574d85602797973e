/** `npm ci` has to work on every kind of machine and with every registry. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.optional(z.record(z.string(), z.string())) }),
  ),
});
const projectRoot = path.dirname(path.dirname(import.meta.dirname));
const { packages } = lockFile.parse(
  JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')),
);

// A registry that does not carry every platform's package makes npm drop them, and the next "npm ci" refuses the file.
test('the lock file names the packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(owner, name)),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

/** Node looks beside the package that asks, then in each folder above. */
function isLocked(owner: string, name: string): boolean {
  const above = owner
    .split('/node_modules/')
    .map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'));
  return ['', ...above].some((folder) => `${folder}${folder && '/'}node_modules/${name}` in packages);
}
