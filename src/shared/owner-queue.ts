/** The contract of the owner's tools (decisions 5, 10 and 13): what a page sends to work a line and to set it up. */
import * as z from 'zod/mini';
import { refusals } from './copy/refusals.ts';
import { joinErrors } from './copy/join-errors.ts';
import { joinRules, lacksPhone } from './join-rules.ts';
import {
  CAPACITY_MAX,
  DEFAULT_PARTY_SIZE,
  HOLD_MAX_MS,
  HOLD_MIN_MS,
  NEARLY_PLACE_MAX,
  POSITION_MAX,
  TEXT_COUNTRIES_MAX,
} from './limits.ts';
import { openingHours } from './opening-hours.ts';
import { afterHold, country, waitingPreference } from './queue-view.ts';
import { settingsCopy } from './copy/settings.ts';
import { OWN_WORDS_MAX_LENGTH } from './turn-text.ts';
import { rule, typedLine } from './typed-fields.ts';

/** What an owner can do to a visit: the last segment of `POST /auth/locations/{id}/visits/{visitId}/{action}`. */
export const visitActions = [
  'admit',
  'remove',
  'arrived',
  'no-show',
  'put-back',
  'move',
  'skip',
  'call-again',
  'undo',
] as const;
export const visitAction = z.enum(visitActions);
export type VisitAction = z.infer<typeof visitAction>;

/** The body of the action `move`: a place in line from 1; beyond its end means the end. */
export const moveRequest = z.object({ position: z.int().check(z.minimum(1), z.maximum(POSITION_MAX)) });

const say = joinErrors;
const rules = joinRules(say);

/**
 * `POST /auth/locations/{id}/visits`: a walk-in, added by the owner. Only the first name is needed: whoever stands at
 * the door need not spell out the rest.
 */
export const walkInRequest = z
  .object({
    firstName: typedLine(say.firstNameRequired, rules.firstName),
    lastName: z._default(
      typedLine(say.lastNameRequired, (name) => (name === '' ? undefined : rules.lastName(name))),
      '',
    ),
    numGuests: z._default(z.number(say.numGuestsTooFew).check(rule(rules.numGuests)), DEFAULT_PARTY_SIZE),
    phoneNumber: z._default(typedLine(say.phoneRequired, rules.phoneNumber), ''),
    waitingPreference: z._default(waitingPreference, 'on_premises'),
  })
  .check(
    z.refine<Parameters<typeof lacksPhone>[0]>((chosen) => !lacksPhone(chosen), {
      path: ['phoneNumber'],
      message: say.phoneRequired,
    }),
  );
export type WalkInRequest = z.infer<typeof walkInRequest>;

/**
 * The owner's own words for the text of a turn; empty means ours, null. Whether they fit, together with the names and the
 * link, is looked at with these (`ownWordsProblem`).
 */
const ownWords = z.pipe(
  typedLine(refusals.invalid_input.sentence, (words) =>
    words.length > OWN_WORDS_MAX_LENGTH ? settingsCopy.texts.tooLong : undefined,
  ),
  z.transform((words) => (words === '' ? null : words)),
);

/** `PATCH /auth/locations/{id}`: what to change; what is left out stays. An unknown name is refused, not ignored. */
export const settingsChange = z
  .strictObject({
    paused: z.optional(z.boolean()),
    timezone: z.optional(z.string().check(z.refine(isTimeZone))),
    holdMs: z.optional(z.int().check(z.minimum(HOLD_MIN_MS), z.maximum(HOLD_MAX_MS))),
    afterHold: z.optional(afterHold),
    undo: z.optional(z.boolean()),
    capacity: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX)))),
    hours: z.optional(z.nullable(openingHours)),
    turnText: z.optional(z.nullable(ownWords)),
    nearlyAt: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(NEARLY_PLACE_MAX)))),
    country: z.optional(country),
    textCountries: z.optional(z.array(country).check(z.maxLength(TEXT_COUNTRIES_MAX))),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, refusals.invalid_input.sentence));
export type SettingsChange = z.infer<typeof settingsChange>;

/**
 * Whether this runtime knows the name as an IANA time zone of a place, or UTC. Offsets such as '+07:00' have no days of
 * clock change; abbreviations such as 'IST' are old names of Intl alone, which a calendar does not know.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(?:[A-Za-z_]+\/.+|UTC|GMT)$/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl throws a RangeError for a name it does not know: that is the answer.
    return false;
  }
}
