/** The core is put together when it is loaded: tables of rules, settings and commands are made of each other. */
import { expect, test } from 'vitest';

const files = import.meta.glob('../../../src/shared/queue/**/*.ts');

test.each(Object.entries(files))('%s can be loaded by itself', async (_, load) => {
  await expect(load()).resolves.toBeTypeOf('object');
});
