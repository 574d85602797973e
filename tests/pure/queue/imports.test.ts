/** Each file of the core can be the first that is loaded, although tables in different files import each other. */
import { expect, test } from 'vitest';

const files = import.meta.glob('../../../src/shared/queue/**/*.ts');

test.each(Object.entries(files))('%s can be loaded by itself', async (_, load) => {
  await expect(load()).resolves.toBeTypeOf('object');
});
