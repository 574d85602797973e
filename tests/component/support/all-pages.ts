/**
 * Loads all pages before the first test, because on a busy machine loading takes longer than the time limit of a test's
 * step. This module is separate from `set-up.ts`, because the test runner runs `set-up.ts` again for each file.
 */
const parts = import.meta.glob('../../../src/client/{features,member-area}/**/*.tsx');
export const allPages = Promise.all(Object.values(parts).map((load) => load()));
