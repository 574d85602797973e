/**
 * Loads all pages before the first test, because on a busy machine this takes longer than a step of a test may. A module of
 * its own, because the test runner runs `set-up.ts` anew for each file, and even an import of a loaded module takes time.
 */
const parts = import.meta.glob('../../../src/client/{features,owner-area}/**/*.tsx');
export const allPages = Promise.all(Object.values(parts).map((load) => load()));
