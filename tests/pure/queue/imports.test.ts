/** Tables in different files of the core import each other; nevertheless, any of these files can be loaded first. */
import { expect, test } from 'vitest';

const files = import.meta.glob('../../../src/shared/queue/**/*.ts');

test.each(Object.entries(files))('%s can be loaded by itself', async (_, load) => {
  await expect(load()).resolves.toBeTypeOf('object');
});
