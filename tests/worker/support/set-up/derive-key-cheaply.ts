/**
 * Replaces `derive-key.ts` in the tests of the Worker (`vitest.config.ts`). New hashes have a low cost, because a hash
 * of the real cost takes a tenth of a second. Hashes of the real cost can still be checked.
 * `tests/pure/worker/passwords.test.ts` tests the real cost.
 */
import type { Cost } from '../../../../src/worker/platform/derive-key.ts';

export { deriveKey, type Cost } from '../../../../src/worker/platform/derive-key.ts';

export const cost: Cost = { logN: 1, r: 1, p: 1 };
