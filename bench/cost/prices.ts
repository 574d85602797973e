/**
 * What the platform and the provider of texts ask, in US dollars, read in November 2026 from
 * developers.cloudflare.com/workers/platform/pricing, /durable-objects/platform/pricing and /d1/platform/pricing. What the
 * monthly fee includes is left out: a service that many use is beyond it.
 */

const MILLION = 1_000_000;

/** For one of each. */
export const priceUsd = {
  request: 0.3 / MILLION,
  cpuMs: 0.02 / MILLION,
  /** Also an alarm's run, and twenty messages that a page sends. */
  objectRequest: 0.15 / MILLION,
  objectGbSecond: 12.5 / MILLION,
  objectRowRead: 0.001 / MILLION,
  objectRowWritten: 1 / MILLION,
  databaseRowRead: 0.001 / MILLION,
  databaseRowWritten: 1 / MILLION,
  /** One segment to a phone in the United States: the provider's 0.0083 and about 0.0035 of the carrier's. */
  text: 0.0118,
  objectGbMonth: 0.2,
  databaseGbMonth: 0.75,
} as const;

/** The fee of the paid plan, a month. */
export const MONTHLY_FEE_USD = 5;
/** What an object is billed for, whatever it takes. */
export const OBJECT_GB = 0.128;
export const MESSAGES_A_REQUEST = 20;
