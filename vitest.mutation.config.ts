/** The tests that `npm run mutation` uses for mutation testing of the pure rules. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{pure,model}/**/*.test.ts'],
    environment: 'node',
    // Tests take longer with instrumented code.
    testTimeout: 60_000,
    setupFiles: ['./tests/fail-on-console-error.ts', './tests/model/same-stories.ts'],
  },
});
