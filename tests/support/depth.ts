/** The depth of a test run: `npm run check` skips tests that cost much and seldom fail; `npm test` runs them. */
import { inject } from 'vitest';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into what the library declared
  interface ProvidedContext {
    isQuick?: boolean;
  }
}

/** Whether `npm run check` started this run, which leaves out expensive tests. */
export const isQuick = inject('isQuick') ?? false;

/**
 * Number of examples of a property test: `all` in `npm test`, a third in `npm run check`, which is as many as mutation
 * testing tries for each mutant.
 */
export function examples(all: number): number {
  return isQuick ? Math.ceil(all / 3) : all;
}

/** The cases to run of a table of tests: all in `npm test`, only the first in `npm run check`. */
export function cases<T>(all: readonly T[]): readonly T[] {
  return isQuick ? all.slice(0, 1) : all;
}
