/**
 * Replaces `derive-key.ts` in the tests of the Worker (`vitest.config.ts`). It uses scrypt at a low cost, because the
 * real cost takes a tenth of a second for each password. Hashes with the real cost can still be checked.
 * `tests/pure/worker/passwords.test.ts` tests the real cost.
 */
import type { Cost } from '../../../../src/worker/platform/derive-key.ts';

export { deriveKey, type Cost } from '../../../../src/worker/platform/derive-key.ts';

export const cost: Cost = { logN: 1, r: 1, p: 1 };
