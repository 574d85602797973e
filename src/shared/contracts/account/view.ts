/**
 * API contract of an account's data (`docs/spec.md` sections 3 and 7). The file is separate from `account.ts`, so that
 * pages that show a line do not load the rules of the sign-up form.
 */
import * as z from 'zod/mini';
import { countries } from '../../countries.ts';
import { roles } from '../../roles.ts';
import {
  awayLocation,
  locationView,
  timestamp,
  type AwayLocation,
  type LocationView,
} from '../queue-view.ts';

/** An account whose locations all answer. */
export const accountView = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /**
   * How many more guests are allowed until the mailbox is confirmed. Absent if the mailbox is confirmed, or if this
   * number is unknown.
   */
  guestsLeft: z.optional(z.int()),
  /** Addresses of the locations that accept no more guests until the mailbox is confirmed; absent if there are none. */
  noGuestsLeftAt: z.optional(z.array(z.string())),
  phone: z.string(),
  plan: z.enum(['Starter', 'Professional']),
  trial: z.boolean(),
  trialDurationDays: z.int(),
  trialEndsAt: z.nullable(timestamp),
  maxLocations: z.int(),
  createdAt: timestamp,
  subscriptionStatus: z.nullable(z.string()),
  /**
   * When the credits end: after a failed payment, a cancellation or the end of the subscription. Null: no end
   * is known, or the account is on a trial.
   */
  creditsEndAt: z.nullable(timestamp),
  /** The role of the person in the business; absent if the person is the owner. */
  role: z._default(z.enum(roles), 'owner'),
  /** The person as the actor of events; absent in the owner's answer. */
  actor: z._default(z.string(), 'owner'),
  /** Whether the session is on a device. Devices may use only the calls of the stand (`shared/roles.ts`). */
  onDevice: z.optional(z.boolean()),
  /**
   * Prices of texts in SMS credits, for countries whose price differs from `text/text-prices.ts`; absent if there are
   * none.
   */
  textPrices: z.optional(z.partialRecord(z.enum(countries), z.int())),
  locations: z.array(locationView),
});
/** A location that does not answer now, with its index in the list of all locations. */
type IndexedAwayLocation = AwayLocation & { index: number };

/** The account. `away` has the locations that do not answer now, in order; absent if there are none. */
export type AccountView = z.infer<typeof accountView> & { away?: IndexedAwayLocation[] };

/** All locations of an account in order, including those that do not answer now. */
export function locationsOf({ locations, away = [] }: AccountView): (LocationView | IndexedAwayLocation)[] {
  const all: (LocationView | IndexedAwayLocation)[] = [...locations];
  for (const one of away) all.splice(one.index, 0, one);
  return all;
}

/**
 * The body of `GET /auth/me`, and `user` in the answers of log-in and sign-up. If a location does not answer now,
 * `locations` contains an entry with only its id, its address and `away`. The parser moves such an entry to `away`.
 */
export const accountAnswer = z.pipe(
  z.extend(accountView, { locations: z.array(z.union([locationView, awayLocation])) }),
  z.transform(({ locations, ...user }): AccountView => {
    const away = locations.flatMap((location, index) => ('away' in location ? [{ ...location, index }] : []));
    const answering = locations.flatMap((location) => ('away' in location ? [] : [location]));
    return { ...user, locations: answering, ...(away.length > 0 && { away }) };
  }),
);
export type AccountAnswer = z.input<typeof accountAnswer>;

/** In `unconfirmedAt` this entry means the overview of all locations; all other entries are addresses. */
export const OVERVIEW = 'overview';

/**
 * In the answers of calls that end or replace a session: the addresses of the locations that have not confirmed the
 * session's end.
 */
export const endedSession = { unconfirmedAt: z.optional(z.array(z.string())) };

/** The answer of calls that end sessions. */
export const sessionsEndedAnswer = z.object({ success: z.literal(true), ...endedSession });
export type SessionsEndedAnswer = z.infer<typeof sessionsEndedAnswer>;

/**
 * The answer of calls that start a session. When the new session starts, the earlier session of the same browser ends.
 */
export const sessionAnswer = z.object({ user: accountAnswer, ...endedSession });
