/** Keeps the local tools quiet and at home: nothing here needs more than the package registry. */
export const noTelemetryEnv = {
  /** No look-up of where this machine stands. */
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  /** No look-up of newer versions. */
  WRANGLER_HIDE_BANNER: 'true',
  /** No local trace store: it costs up to half of the throughput and would keep guests' tokens. */
  X_LOCAL_OBSERVABILITY: 'false',
  /** No page that reads and writes the database without a log-in (`/cdn-cgi/explorer`). */
  X_LOCAL_EXPLORER: 'false',
  /** Says nothing about where the variables come from. */
  WRANGLER_LOG: 'warn',
} as const;
