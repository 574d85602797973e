/**
 * Prices of the platform and the text provider in US dollars, read in November 2026 from
 * developers.cloudflare.com/workers/platform/pricing, /durable-objects/platform/pricing and /d1/platform/pricing. The
 * bench ignores the included free amounts, because a service with many users exceeds these amounts.
 */

const MILLION = 1_000_000;

/** Prices for one unit of each resource. */
export const priceUsd = {
  request: 0.3 / MILLION,
  cpuMs: 0.02 / MILLION,
  /** The price of one request, of one run of an alarm, or of twenty messages from a page. */
  objectRequest: 0.15 / MILLION,
  objectGbSecond: 12.5 / MILLION,
  objectRowRead: 0.001 / MILLION,
  objectRowWritten: 1 / MILLION,
  databaseRowRead: 0.001 / MILLION,
  databaseRowWritten: 1 / MILLION,
  /** The price of one segment of a text to a US phone: 0.0083 for the provider and about 0.0035 for the carrier. */
  text: 0.0118,
  objectGbMonth: 0.2,
  databaseGbMonth: 0.75,
} as const;

/** Monthly fee of the platform's paid plan. */
export const MONTHLY_FEE_USD = 5;
/** The memory in GB for which the platform bills every object, even if an object uses less. */
export const OBJECT_GB = 0.128;
export const MESSAGES_A_REQUEST = 20;
