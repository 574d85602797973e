/**
 * Stands in for `derive-key.ts` in the tests of the Worker (`vitest.config.ts`): the same scrypt, whose true cost takes a tenth of
 * a second for each password. Hashes of the true cost still fit. That cost itself: `tests/pure/worker/passwords.test.ts`.
 */
import type { Cost } from '../../../../src/worker/platform/derive-key.ts';

export { deriveKey, type Cost } from '../../../../src/worker/platform/derive-key.ts';

export const cost: Cost = { logN: 1, r: 1, p: 1 };
