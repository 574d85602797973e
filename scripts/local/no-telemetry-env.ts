/**
 * Environment variables that stop telemetry and look-ups of local tools, so that only the package registry is needed.
 */
export const noTelemetryEnv = {
  /** No look-up of this machine's location. */
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  /** No look-up of newer versions. */
  WRANGLER_HIDE_BANNER: 'true',
  /** No local trace store, because a trace store can halve the throughput, and stores guests' tokens. */
  X_LOCAL_OBSERVABILITY: 'false',
  /** No page that shows the database without a log-in (`/cdn-cgi/explorer`). */
  X_LOCAL_EXPLORER: 'false',
  /** No messages about the origin of variables. */
  WRANGLER_LOG: 'warn',
} as const;
