/**
 * The file format of an exported business: a JSON array with one part on each line. The parts are the head, the
 * account, and pieces of the locations' tables and history. A part has at most `PART_BYTES` bytes, so that one call can
 * send it. `scripts/operator/transfer.ts` reads and writes the files; `src/worker/features/operator` makes and imports
 * the parts.
 */
import { isTimeZone } from '../queue/settings.ts';
import * as z from 'zod/mini';
import { username } from './account/account.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_BUSINESS_NAME_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_PHONE_LENGTH,
} from '../limits.ts';
import { billingIntervals, planNames } from '../plans.ts';
import { visitStatuses, waitingPreferences } from '../visit-values.ts';

export const FILE_FORMAT = 'holdline-business';
/**
 * Version of the file format, raised with every change of a part. Release 0.2.0 wrote version 3. An installation
 * imports a file only if the file has the installation's own version.
 */
export const FILE_VERSION = 4;
/**
 * Largest size of a part. The limit leaves room for the other fields of an import call, whose body has at most
 * `MAX_BODY_BYTES`.
 */
export const PART_BYTES = 24 * 1024;

/** The tables of a location's object, in the order in which the file contains them. */
export const transferredTables = ['event', 'consent', 'text', 'visit', 'delivery', 'location'] as const;
export type TransferredTable = (typeof transferredTables)[number];

const text = (longest: number) => z.string().check(z.maxLength(longest));
const id = text(100);
const time = z.int();
const timezone = text(100).check(z.refine(isTimeZone));
const count = z.int().check(z.minimum(0));

/** Checks each distinct zone only once, because the check of a zone is slow. */
const areOfTimeZones = (visits: { timezone: string }[]) =>
  [...new Set(visits.map(({ timezone: zone }) => zone))].every(isTimeZone);

/** A value of a row; bytes are hexadecimal digits. */
const cell = z.union([z.string(), z.number(), z.null()]);

/**
 * The salt (base64url) and the number of rounds of PBKDF2 with SHA-256. PBKDF2 derives a key from a passphrase. The key
 * seals the secrets of the file: the seed of the second step and the keys of locations.
 */
export const fileSealing = z.strictObject({
  salt: z.string().check(z.regex(/^[\w-]{22,86}$/)),
  rounds: z.int().check(z.minimum(100_000), z.maximum(10_000_000)),
});
export type FileSealing = z.infer<typeof fileSealing>;

export const fileHead = z.strictObject({
  kind: z.literal('head'),
  format: z.literal(FILE_FORMAT),
  version: z.literal(FILE_VERSION),
  exportedAt: text(30),
  origin: text(300),
  /**
   * Null if the secrets are not sealed. The secrets are unencrypted only in a file that no installation exported, such
   * as the file of the demo business.
   */
  sealing: z.nullable(fileSealing),
});
export type FileHead = z.infer<typeof fileHead>;

/** The head of a file of any version. Only format and version are read. */
export const anyFileHead = z.object({ format: z.literal(FILE_FORMAT), version: z.int() });

const locationRow = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  slot: z.int().check(z.minimum(1)),
  generation: z.int().check(z.minimum(1)),
  address: text(MAX_ADDRESS_LENGTH),
  timezone,
  createdAt: time,
  removedAt: z.nullable(time),
  customerCreditsLeft: z.nullable(z.int()),
  smsCreditsLeft: z.nullable(z.int()),
  /** Missing in files of earlier releases. */
  customerDebtLeft: z._default(count, 0),
  /** Missing in files of earlier releases. */
  guestsLeft: z._default(z.nullable(z.int()), null),
});

const subscription = z.strictObject({
  id,
  plan: z.enum(planNames),
  interval: z.enum(billingIntervals),
  status: z.enum(['active', 'past_due', 'canceled']),
  periodStart: time,
  periodEnd: time,
  cancelAtPeriodEnd: z.boolean(),
  pastDueSince: z.nullable(time),
  endedAt: z.nullable(time),
  pendingPlan: z.nullable(z.enum(planNames)),
  pendingUntil: z.nullable(time),
});

const grant = z.strictObject({
  subscriptionId: id,
  periodStart: time,
  slot: z.int(),
  customerCredits: count,
  smsCredits: count,
  grantedAt: time,
  fetch: count,
  plan: z.enum(planNames),
});

/** The account: the owner with the log-in data, the business, and the latest location of each slot. */
export const accountPart = z.strictObject({
  kind: z.literal('account'),
  user: z.strictObject({
    email: text(MAX_EMAIL_LENGTH).check(z.minLength(3)),
    phone: text(MAX_PHONE_LENGTH),
    /** Null in every export, because the owner chooses a new password after the import. */
    passwordHash: z.nullable(text(300)),
    emailVerifiedAt: z.nullable(time),
    createdAt: time,
  }),
  business: z.strictObject({
    name: text(MAX_BUSINESS_NAME_LENGTH).check(z.minLength(1)),
    username,
    plan: z.enum(planNames),
    trial: z.boolean(),
    trialDurationDays: z.nullable(count),
    maxLocations: count,
    baseCustomerCredits: count,
    baseSmsCredits: count,
    subscriptionStatus: z.nullable(text(30)),
    creditsEndAt: z.nullable(time),
    billingRevision: count,
    createdAt: time,
  }),
  secondStep: z.nullable(
    z.strictObject({ secret: text(200), createdAt: time, confirmedAt: z.nullable(time), lastStep: count }),
  ),
  recoveryCodes: z.array(text(100)).check(z.maxLength(20)),
  /** The reminders of the trial's end that the owner got or may have got. */
  trialReminders: z.array(z.enum(['days_before', 'on_the_day'])).check(z.maxLength(2)),
  locations: z.array(locationRow).check(z.maxLength(100)),
  /**
   * Identifies the Stripe account of the payment data. Null if the installation uses the stand-in of Stripe, because
   * other installations do not have the stand-in's payment data.
   */
  payments: z.nullable(id),
  customer: z.nullable(
    z.strictObject({
      customerId: id,
      checkoutId: z.nullable(id),
      checkouts: count,
      checkoutUntil: z.nullable(time),
      fetches: count,
      applied: count,
    }),
  ),
  subscriptions: z.array(subscription).check(z.maxLength(60)),
  /** The last allowance granted to each slot, so that no allowance is granted twice. */
  grants: z.array(grant).check(z.maxLength(100)),
});
export type AccountPart = z.infer<typeof accountPart>;

/** Rows of one table of a location's object. `step` is the schema version of the object. */
const tablePart = z.strictObject({
  kind: z.literal('rows'),
  location: id,
  step: z.int().check(z.minimum(1)),
  table: z.enum(transferredTables),
  columns: z.array(z.string().check(z.regex(/^[a-z0-9_]{1,40}$/))).check(z.minLength(1), z.maxLength(100)),
  rows: z.array(z.array(cell)),
});

/** Rows of the visit history, which charts and the CSV export read. */
const historyPart = z.strictObject({
  kind: z.literal('history'),
  location: id,
  rows: z
    .array(
      z.strictObject({
        visitId: id,
        revision: count,
        outcome: z.enum(visitStatuses),
        numGuests: z.int(),
        waitingPreference: z.enum(waitingPreferences),
        joinedAt: time,
        admittedAt: z.nullable(time),
        endedAt: time,
        promisedMinutes: z.int(),
        promisedLow: z.int(),
        promisedHigh: z.int(),
        moved: z.boolean(),
        timezone: text(100),
      }),
    )
    .check(z.refine(areOfTimeZones)),
});

/** A part that the file contains after the account part. */
export const dataPart = z.discriminatedUnion('kind', [tablePart, historyPart]);
export type DataPart = z.infer<typeof dataPart>;

/** The name of the column with the location's key, in the table `location`. */
export const FILE_KEY_COLUMN = 'token_key';

/**
 * Returns a text that names the account or the location whose secret is encrypted. The seal includes this name, so that
 * a secret cannot be moved to another place in the file.
 */
export const secretOfSecondStep = (username: string) => `second step of ${username}`;
export const secretOfLocation = (id: string) => `key of ${id}`;
