/**
 * Each file of the core can be loaded first: its tables of rules, settings and commands need each other while they
 * load.
 */
import { expect, test } from 'vitest';

const files = import.meta.glob('../../../src/shared/queue/**/*.ts');

test.each(Object.entries(files))('%s can be loaded by itself', async (_, load) => {
  await expect(load()).resolves.toBeTypeOf('object');
});
