/** The tests for mutation testing of the pure rules: `npm run mutation`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{pure,model}/**/*.test.ts'],
    environment: 'node',
    // Instrumented code is slower.
    testTimeout: 60_000,
    setupFiles: ['./tests/fail-on-console-error.ts', './tests/model/same-stories.ts'],
  },
});
