declare namespace Cloudflare {
  interface Env {
    /** The files of `migrations/`, handed in by `vitest.config.ts`. */
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
}
