/** The contract of the guest's calls (`docs/spec.md` section 7): what a page sends, what it reads. */
import * as z from 'zod/mini';
import type { ClocksByLanguage } from '../time/clock-samples.ts';
import type { GuestCopy } from '../copy/en/guest.ts';
import { joinRules, lacksPhone } from '../typing/join-rules.ts';
import { languages, type Language } from '../languages.ts';
import { guestVisit, timestamp, visitStatus } from './queue-view.ts';
import { rule, typedLine } from '../typing/typed-fields.ts';
import { cleanLine } from '../typing/typed-text.ts';
import { estimateMethods, waitingPreferences } from '../visit-values.ts';

/** One location as a guest may choose it. `reason` is the sentence to show when it accepts nobody. */
const guestLocation = z.object({
  locationId: z.string(),
  address: z.string(),
  businessName: z.string(),
  accepting: z.boolean(),
  reason: z.optional(z.string()),
  smsAvailable: z.boolean(),
});
export type GuestLocation = z.infer<typeof guestLocation>;

export const addressesAnswer = z.object({ addresses: z.array(guestLocation) });
export const existsAnswer = z.object({ exists: z.boolean() });

/** The schemas of what a guest's page sends, saying their sentences in one language: the calls differ in nothing else. */
export function guestRequestsIn(say: GuestCopy['errors']) {
  const rules = joinRules(say);
  const phone = z.pipe(
    z.pipe(
      z.nullish(z.string(say.phoneRequired)),
      z.transform((typed) => cleanLine(typed ?? '')),
    ),
    z.string().check(rule(rules.phoneNumber)),
  );
  const details = {
    address: typedLine(say.locationRequired, rules.address),
    firstName: typedLine(say.firstNameRequired, rules.firstName),
    lastName: typedLine(say.lastNameRequired, rules.lastName),
    numGuests: z.number(say.numGuestsTooFew).check(rule(rules.numGuests)),
  };
  const preference = {
    waitingPreference: z.enum(waitingPreferences, say.preferenceRequired),
    phoneNumber: phone,
  };
  const phoneWhereNeeded = (message: string) =>
    z.refine<Parameters<typeof lacksPhone>[0]>((chosen) => !lacksPhone(chosen), {
      path: ['phoneNumber'],
      message,
    });
  return {
    /** `POST /auth/business/{username}/queue`. */
    join: z
      .object({ ...details, ...preference, locationId: z.optional(z.string()) })
      .check(phoneWhereNeeded(say.phoneRequired)),
    /** `PATCH .../queue/token/{token}`: the same choice, made from the status page. */
    change: z.object(preference).check(phoneWhereNeeded(say.phoneRequiredToSwitch)),
  };
}

type GuestRequests = ReturnType<typeof guestRequestsIn>;
export type JoinRequest = z.infer<GuestRequests['join']>;
export type ChosenPreference = z.infer<GuestRequests['change']>;

/** `POST .../queue/token/{token}/reply`. `position` is the place that the guest was shown and agreed to. */
export const guestReply = z.discriminatedUnion('reply', [
  z.object({ reply: z.literal('on_my_way') }),
  z.object({ reply: z.literal('more_time'), position: z.int().check(z.minimum(1)) }),
]);
export type GuestReply = z.infer<typeof guestReply>;

/** `PUT .../queue/token/{token}/language`: what the guest reads, and nothing about the way to wait. */
export const languageChange = z.object({ language: z.enum(languages) });

/** What five more minutes would mean now: how many parties would go first, and the place from 1 behind them. */
export const moreTime = z.object({ places: z.int(), position: z.int() });
export type MoreTime = z.infer<typeof moreTime>;

/** The promise made to a guest, in whole minutes. */
export const estimate = z.object({ low: z.int(), high: z.int(), method: z.enum(estimateMethods) });
export type Estimate = z.infer<typeof estimate>;

export const joinAnswer = z.object({
  success: z.literal(true),
  customer: guestVisit,
  queueToken: z.string(),
  position: z.int(),
  estimatedWaitMinutes: z.int(),
  estimate,
});
export type JoinAnswer = z.infer<typeof joinAnswer>;

/**
 * A visit as its guest sees it. `position` and `ahead` are 0 once the visit no longer waits; `removed` is true when
 * it ended without an admission, `status` tells by whom.
 */
export const statusAnswer = z.object({
  customer: guestVisit,
  removed: z.boolean(),
  status: visitStatus,
  message: z.string(),
  admitted: z.boolean(),
  position: z.int(),
  ahead: z.int(),
  estimatedWaitMinutes: z.int(),
  estimate,
  /** Absent where the guest cannot ask for more time now. */
  moreTime: z.optional(moreTime),
  address: z.string(),
  businessName: z.string(),
  /** Length of the hold in milliseconds. */
  holdMs: z.int(),
  holdEndsAt: z.optional(timestamp),
  holdExpired: z.optional(z.boolean()),
  /** The location was removed; absent while it is there. */
  locationClosed: z.optional(z.boolean()),
  serverNow: timestamp,
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

/**
 * A form of steps 2 and 3 that the browser itself sent, before hydration or without scripts, with its errors: a
 * sentence for each field, and the refusal of the join.
 */
export type TypedForm = {
  step: 'details' | 'preference';
  details: Pick<JoinRequest, 'address' | 'firstName' | 'lastName' | 'numGuests'> & { locationId: string };
  preference: ChosenPreference;
  errors: Record<string, string | undefined>;
  refusal?: string;
  /** The idempotency key of the join: a button pressed twice joins once. */
  key: string;
};

/** Where the page finds the sentences of each language. */
export type CatalogueAddresses = Record<Language, string>;

/** What the Worker writes into a guest page so that it opens with its answer already there. */
export type GuestPageBoot = {
  path: string;
  language: Language;
  business?: { username: string; addresses: GuestLocation[] };
  visit?: { queueToken: string; status: StatusAnswer };
  typed?: TypedForm;
  /**
   * Beside `visit`: Wait Anywhere is chosen and a number is missing, with the error of one that was sent as a form.
   */
  numberAsked?: { error?: string };
  /** The visit's location does not answer: what else is known of the visit still holds. */
  visitUnknown?: true;
  /** The name typed into the form of `/queue`, and why it was refused. */
  lookup?: { username: string; error: string };
  /**
   * Where reminders by web push are offered: the key by which a browser subscribes, and whether the page begins with the
   * offer, as this browser most likely can.
   */
  reminder?: { key: string; likely: boolean };
  /** The visit comes from the service worker's cache and was true at this time (ISO 8601), as no server answered. */
  asOf?: string;
  /** Set when the address named no business. */
  unknownBusiness?: true;
};

/** The boot as it stands in the page. */
export type WrittenBoot = GuestPageBoot & { catalogues: CatalogueAddresses; clocks: ClocksByLanguage };
