/**
 * Loads all pages before the first test: on a busy machine, loading takes longer than the time limit of a test's step.
 * This is a separate module, because the test runner runs `set-up.ts` again for each file, and an import of a loaded
 * module also takes time.
 */
const parts = import.meta.glob('../../../src/client/{features,member-area}/**/*.tsx');
export const allPages = Promise.all(Object.values(parts).map((load) => load()));
