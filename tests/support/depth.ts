/** The depth of a test run: `npm run check` skips tests that take long and rarely fail; `npm test` runs all tests. */
import { inject } from 'vitest';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into what the library declared
  interface ProvidedContext {
    isQuick?: boolean;
  }
}

/** Whether `npm run check` started this run, which skips tests that take long. */
export const isQuick = inject('isQuick') ?? false;

/**
 * The number of examples for a property test: `all` in `npm test`, and a third of them in `npm run check`. Mutation
 * testing also tries a third for each mutant.
 */
export function examples(all: number): number {
  return isQuick ? Math.ceil(all / 3) : all;
}

/** The cases of a table of tests that are run: all in `npm test`, only the first in `npm run check`. */
export function cases<T>(all: readonly T[]): readonly T[] {
  return isQuick ? all.slice(0, 1) : all;
}
