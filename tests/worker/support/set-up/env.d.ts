declare namespace Cloudflare {
  interface Env {
    /** The files of `migrations/`, which `vitest.config.ts` sets. */
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
}

/** The internal part of the library that `cloudflare:test` uses. */
declare module 'cloudflare:test-internal' {
  /** Waits until all work is done that any request has given to `waitUntil` so far. */
  export function waitForGlobalWaitUntil(): Promise<void>;
}
