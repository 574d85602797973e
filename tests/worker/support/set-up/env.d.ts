declare namespace Cloudflare {
  interface Env {
    /** The files of `migrations/`, set by `vitest.config.ts`. */
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
}

/** The internal part of the library behind `cloudflare:test`. */
declare module 'cloudflare:test-internal' {
  /** Waits for all work given to `waitUntil` so far, of all requests. */
  export function waitForGlobalWaitUntil(): Promise<void>;
}
