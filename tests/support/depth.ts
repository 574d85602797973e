/** The depth of a test run: `npm test` runs all tests. `npm run check` skips tests that take long and rarely fail. */
import { inject } from 'vitest';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into what the library declared
  interface ProvidedContext {
    isQuick?: boolean;
  }
}

export const isQuick = inject('isQuick') ?? false;

/** The number of examples of a property test: `all` in `npm test`, and a third of `all` in `npm run check`. */
export function examples(all: number): number {
  return isQuick ? Math.ceil(all / 3) : all;
}

/** The cases of a table that run: all cases in `npm test`, and only the first case in `npm run check`. */
export function cases<T>(all: readonly T[]): readonly T[] {
  return isQuick ? all.slice(0, 1) : all;
}
