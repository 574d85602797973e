declare namespace Cloudflare {
  interface Env {
    /** The files of `migrations/`, handed in by `vitest.config.ts`. */
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
}

/** The part of the test library that `cloudflare:test` is made of. */
declare module 'cloudflare:test-internal' {
  /** Waits for all that was given to `waitUntil` so far, of whichever request. */
  export function waitForGlobalWaitUntil(): Promise<void>;
}
