/** What the build does to React: a page on a slow phone pays for all that runs before it answers taps. */
import type { Plugin } from 'vite';

/** Those that stand in its file and are made as it starts. */
const EXCEPTIONS = 5;

/**
 * React throws and catches these by their identity; nobody is told their words. As errors each keeps the stack of its making, for
 * which an inspected browser (Lighthouse is one) reads the whole library once more, a third of all that it does at its start.
 */
export function withoutStacks(code: string): string {
  const made = /(\w+Exception) = Error\(formatProdErrorMessage\(\d+\)\)/g;
  const found = [...code.matchAll(made)].length;
  if (found !== EXCEPTIONS)
    throw new Error(`React makes ${found} exceptions as it starts, not ${EXCEPTIONS}.`);
  return code.replaceAll(made, '$1 = Object.create(Error.prototype)');
}

export const makeExceptionsWithoutStacks: Plugin = {
  name: 'make-exceptions-without-stacks',
  apply: 'build',
  transform: {
    filter: { id: /react-dom-client\.production\.js$/ },
    handler: withoutStacks,
  },
};
