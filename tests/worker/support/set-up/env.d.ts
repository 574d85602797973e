declare namespace Cloudflare {
  interface Env {
    /** The files of `migrations/` (`vitest.config.ts`). */
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
}

/** The internal part of the library that `cloudflare:test` uses. */
declare module 'cloudflare:test-internal' {
  /** Waits until all work that any request has given to `waitUntil` is done. */
  export function waitForGlobalWaitUntil(): Promise<void>;
}
