/**
 * API contract of the owner's tools for a line and for the settings of the line (`docs/spec.md` 10.5, 10.10 and 10.13).
 */
import * as z from 'zod/mini';
import { joinErrors } from '../copy/owner/join-errors.ts';
import { joinRules, lacksPhone } from '../typing/join-rules.ts';
import { visitActions } from '../queue/commands.ts';
import { refusals } from '../copy/en/refusals.ts';
import {
  DEFAULT_PARTY_SIZE,
  NOTE_MAX_LENGTH,
  POSITION_MAX,
  SERVERS_MAX,
  TOLD_WAIT_MAX_MINUTES,
} from '../limits.ts';
import { waitingPreference } from './queue-view.ts';
import { rule, typedLine } from '../typing/typed-fields.ts';
import { charactersOf, cleanText } from '../typing/typed-message.ts';

export const visitAction = z.enum(visitActions);

/**
 * The body of the action `move`: a position, counted from 1. A position beyond the last one means the end of the line.
 */
export const moveRequest = z.object({ position: z.int().check(z.minimum(1), z.maximum(POSITION_MAX)) });

const say = joinErrors;
const rules = joinRules(say);

/** The wait that staff told a guest, in whole minutes. A single figure is sent as both ends of the range. */
const toldMinutes = z.int().check(z.minimum(0), z.maximum(TOLD_WAIT_MAX_MINUTES));
const toldWait = z
  .object({ low: toldMinutes, high: toldMinutes })
  .check(z.refine(({ low, high }) => low <= high, refusals.invalid_input.sentence));

/** `POST /auth/locations/{id}/visits`: the owner adds a walk-in. Only the first name is required. */
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
    /** The wait that staff told the guest; absent if staff told the estimate. */
    told: z.optional(toldWait),
  })
  .check(
    z.refine<Parameters<typeof lacksPhone>[0]>((chosen) => !lacksPhone(chosen), {
      path: ['phoneNumber'],
      message: say.phoneRequired,
    }),
  );
/** `PUT /auth/locations/{id}/servers`: how many servers are on duty. Null: staff no longer enter this number. */
export const serversRequest = z.object({
  servers: z.nullable(z.int().check(z.minimum(1), z.maximum(SERVERS_MAX))),
});

/** The request body of `PUT /auth/locations/{id}/duty`: the caller goes on duty or off duty. */
export const dutyRequest = z.object({ on: z.boolean() });

/**
 * The answer to `PUT …/servers` and to `PUT …/duty`. Pages get the new number from the live socket, or from the next
 * `GET /auth/me`.
 */
export const serversAnswer = z.object({ success: z.literal(true) });

/** The body of the action `edit`: the fields to change. An absent field does not change. */
export const editRequest = z
  .partial(
    z.object({
      firstName: typedLine(say.firstNameRequired, rules.firstName),
      lastName: typedLine(say.lastNameRequired, (name) => (name === '' ? undefined : rules.lastName(name))),
      numGuests: z.number(say.numGuestsTooFew).check(rule(rules.numGuests)),
      phoneNumber: typedLine(say.phoneRequired, rules.phoneNumber),
      waitingPreference,
      /** Text of one or more lines. */
      note: z.pipe(
        z.pipe(z.string(), z.transform(cleanText)),
        z
          .string()
          .check(
            rule((note) => (charactersOf(note) > NOTE_MAX_LENGTH ? say.tooLong(NOTE_MAX_LENGTH) : undefined)),
          ),
      ),
    }),
  )
  .check(z.refine((change) => Object.keys(change).length > 0, refusals.invalid_input.sentence));

export type WalkInRequest = z.infer<typeof walkInRequest>;
