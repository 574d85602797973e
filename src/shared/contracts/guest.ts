/** API contract of the guest's calls (`docs/spec.md` section 7). */
import * as z from 'zod/mini';
import type { ClocksByLanguage } from '../time/clock-samples.ts';
import type { GuestCopy } from '../copy/en/guest.ts';
import { joinRules, lacksLastName, lacksPhone } from '../typing/join-rules.ts';
import { languages, type Language } from '../languages.ts';
import { guestVisit, timestamp, visitStatus } from './queue-view.ts';
import { rule, typedLine } from '../typing/typed-fields.ts';
import { cleanLine } from '../typing/typed-text.ts';
import { MAX_PHONE_LENGTH } from '../limits.ts';
import { estimateMethods, waitingPreferences, type TextObstacle } from '../visit-values.ts';

/**
 * One location in the list from which the guest chooses a location. `reason` is the sentence to show if the location
 * accepts no guests.
 */
const guestLocation = z.object({
  locationId: z.string(),
  address: z.string(),
  businessName: z.string(),
  accepting: z.boolean(),
  reason: z.optional(z.string()),
  smsAvailable: z.boolean(),
  /**
   * The line now: the number of waiting parties, and the range of the wait in minutes for a party that joins. Absent if
   * the location does not answer now.
   */
  line: z.optional(z.object({ parties: z.int(), low: z.int(), high: z.int() })),
});
export type GuestLocation = z.infer<typeof guestLocation>;

export const addressesAnswer = z.object({ addresses: z.array(guestLocation) });
export const existsAnswer = z.object({ exists: z.boolean() });

/** A request whose last name is a string. */
const readLastName = z.object({ lastName: z.string() });

/** The schemas of a guest's requests, with error messages in one language. */
export function guestRequestsIn(say: GuestCopy['errors']) {
  const rules = joinRules(say);
  const optionalLine = (required: string, check: (text: string) => string | undefined) =>
    z.pipe(
      z.pipe(
        z.nullish(z.string(required)),
        z.transform((typed) => cleanLine(typed ?? '')),
      ),
      z.string().check(rule(check)),
    );
  const details = {
    address: typedLine(say.locationRequired, rules.address),
    firstName: typedLine(say.firstNameRequired, rules.firstName),
    lastName: optionalLine(say.lastNameRequired, rules.lastName),
    /** Set if the guest has one name only, so that the last name may be empty. */
    oneName: z.optional(z.literal(true)),
    numGuests: z.number(say.numGuestsTooFew).check(rule(rules.numGuests)),
  };
  const preference = {
    waitingPreference: z.enum(waitingPreferences, say.preferenceRequired),
    phoneNumber: optionalLine(say.phoneRequired, rules.phoneNumber),
  };
  const phoneWhereNeeded = (message: string) =>
    z.refine<Parameters<typeof lacksPhone>[0]>((chosen) => !lacksPhone(chosen), {
      path: ['phoneNumber'],
      message,
    });
  return {
    /** `POST /auth/business/{username}/queue`. */
    join: z.object({ ...details, ...preference, locationId: z.optional(z.string()) }).check(
      z.refine<Parameters<typeof lacksLastName>[0]>((party) => !lacksLastName(party), {
        path: ['lastName'],
        message: say.lastNameRequired,
        // This rule also runs if other fields have errors, so that the answer has all errors at once.
        when: ({ value }) => z.safeParse(readLastName, value).success,
      }),
      phoneWhereNeeded(say.phoneRequired),
    ),
    /** `PATCH .../queue/token/{token}`: changes the waiting mode from the status page. */
    change: z.object(preference).check(phoneWhereNeeded(say.phoneRequiredToSwitch)),
  };
}

/** The name of the header in which a join call sends the token of the bot check. */
export const BOT_CHECK_HEADER = 'Human-Check';
/** Part of a refusal with the code `human_check`: the widget that makes the token. */
export type BotCheckWidget = { siteKey: string; script: string };

type GuestRequests = ReturnType<typeof guestRequestsIn>;
export type JoinRequest = z.infer<GuestRequests['join']>;
export type ChosenPreference = z.infer<GuestRequests['change']>;

/**
 * `POST .../queue/token/{token}/reply`. `position`: the new position that the page showed and that the guest accepted.
 */
export const guestReply = z.discriminatedUnion('reply', [
  z.object({ reply: z.literal('on_my_way') }),
  z.object({ reply: z.literal('more_time'), position: z.int().check(z.minimum(1)) }),
]);
export type GuestReply = z.infer<typeof guestReply>;

/**
 * `POST /auth/business/{username}/number-check`: asks whether this location can send texts to the number as the guest
 * typed it.
 */
export const numberCheckRequest = z.object({
  locationId: z.string(),
  phoneNumber: z.string().check(z.maxLength(MAX_PHONE_LENGTH)),
});

/**
 * The reason why no text can be sent to a number, and the sentence to show. Absent fields mean that texts can be sent.
 * `country`: the location sends no texts to the number's country.
 */
export type NumberCheck = { obstacle?: TextObstacle; reason?: string | undefined };

/** `PUT .../queue/token/{token}/language`: changes only the language of the visit. */
export const languageChange = z.object({ language: z.enum(languages) });

/**
 * The effect if the guest asked for five more minutes now. `places`: how many parties would be called before the guest.
 * `position`: the guest's new position, counted from 1.
 */
export const moreTime = z.object({ places: z.int(), position: z.int() });
export type MoreTime = z.infer<typeof moreTime>;

/** The wait that is promised to a guest, in whole minutes. */
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
 * A visit, with the fields that its guest may see. `position` and `ahead` are 0 if the visit does not wait. `removed`
 * is true if `status` is `left` or `removed`.
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
  /** Absent if the guest cannot ask for more time now. */
  moreTime: z.optional(moreTime),
  address: z.string(),
  businessName: z.string(),
  /** Length of the hold in milliseconds. */
  holdMs: z.int(),
  holdEndsAt: z.optional(timestamp),
  holdExpired: z.optional(z.boolean()),
  /** The field is set only if the location was removed. */
  locationClosed: z.optional(z.boolean()),
  serverNow: timestamp,
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

/**
 * A form of step 2 or 3 that the browser sent without our script. `errors`: the error message of each field. `refusal`:
 * the refusal of the join.
 */
export type TypedForm = {
  step: 'details' | 'preference';
  details: Pick<JoinRequest, 'address' | 'firstName' | 'lastName' | 'oneName' | 'numGuests'> & {
    locationId: string;
  };
  preference: ChosenPreference;
  errors: Record<string, string | undefined>;
  refusal?: string;
  /** The idempotency key of the join: a form that is sent twice makes one visit. */
  key: string;
};

/** The addresses of the files with the sentences of each language. */
export type CatalogueAddresses = Record<Language, string>;

/**
 * The boot data, which the Worker writes into the HTML of a guest page. With the boot data, the page can show the visit
 * without calling the server first.
 */
export type GuestPageBoot = {
  path: string;
  language: Language;
  business?: { username: string; addresses: GuestLocation[] };
  /** The location in the page's address (`?at={locationId}`); absent if the business has no location with this id. */
  at?: string;
  /** `isCalled`: the visit was admitted while the page loaded. The page's early script sets this flag. */
  visit?: { queueToken: string; status: StatusAnswer; isCalled?: true };
  typed?: TypedForm;
  /**
   * Set together with `visit` if the guest has chosen Wait Anywhere and the phone number is missing. `error`: the
   * refusal of the number, if the guest sent a number by a form without scripts.
   */
  numberAsked?: { error?: string };
  /** The visit's location does not answer now, so the visit's status is unknown. All other boot data is up to date. */
  visitUnknown?: true;
  /** The username typed into the form of `/queue`, and the error. */
  lookup?: { username: string; error: string };
  /**
   * Set on `/queue` if a guest without scripts has left a line: the name of the business, and the path of the page on
   * which the guest can join again.
   */
  left?: { businessName: string; path: string };
  /**
   * Set if web push reminders are offered. `key` is the server's key for the subscription. `likely`: this browser
   * probably supports web push, so the page shows the offer from the start.
   */
  reminder?: { key: string; likely: boolean };
  /**
   * Set if the server did not answer, so that the visit comes from the service worker's cache. The value is the time of
   * the cached status (ISO 8601).
   */
  asOf?: string;
  /** Set if no business has the username in the address. `closed`: the business of this username was deleted. */
  unknownBusiness?: true | 'closed';
};

/** The boot data in the HTML of the page. */
export type WrittenBoot = GuestPageBoot & { catalogues: CatalogueAddresses; clocks: ClocksByLanguage };
