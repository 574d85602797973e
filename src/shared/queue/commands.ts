/**
 * The commands of a location's queue. Guests, staff, operators and providers send commands. Other commands become due
 * when a time is reached.
 */
import * as z from 'zod/mini';
import { languages } from '../languages.ts';
import type { TextFault } from '../text/text-states.ts';
import { waitingPreferences } from '../visit-values.ts';
import { actor, type Actor } from './events.ts';
import type { TextRecord } from './decision.ts';
import type { PartyChange } from './rules/edit.ts';
import { staffActionNames, type StaffActionName } from './rules/staff-actions.ts';
import type { TextProgress } from '../text/text-states.ts';
import { settingsChange } from './settings.ts';
import type { DeliveryHealth, ServiceId } from './state.ts';

/**
 * A guest's proof that a visit is the guest's own. `secret`: the secret half of the queue token, or a link code.
 * `customerKey`: the customer key from the path of the call; absent if the path has none. `username` identifies the
 * business to which the visit must belong.
 */
const claim = z.object({
  username: z.string(),
  secret: z.string(),
  customerKey: z.optional(z.string()),
});
export type GuestClaim = z.infer<typeof claim>;

/** Identifies a visit by its id, by its customer key, or by the proof of its guest. */
const visitRef = z.union([z.object({ id: z.string() }), claim, z.strictObject({ customerKey: z.string() })]);
export type VisitRef = z.infer<typeof visitRef>;

/** The facts about a party that the guest or staff typed. */
const typedParty = {
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  numGuests: z.int(),
  waitingPreference: z.enum(waitingPreferences),
};
/** The fields of a walk-in, in an order that must not change, because the idempotency hash depends on the order. */
const { phoneNumber, waitingPreference, ...nameAndSize } = typedParty;
const typedWalkIn = { ...nameAndSize, phoneNumber, waitingPreference };
/** The facts of a party that staff change. A fact that is absent does not change. */
const partyChange = z.partial(z.object({ ...typedParty, note: z.string() }));
const language = z.enum(languages);
const epochMs = z.int();
const editableProfile = z.object({ businessName: z.string(), address: z.string() });
const creditsSet = z.object({ customerCredits: z.int(), smsCredits: z.int(), revision: z.int() });

/** Actions of staff on a visit: the values of `{action}` in `POST /auth/locations/{id}/visits/{visitId}/{action}`. */
export const visitActions = [...staffActionNames, 'move' as const, 'edit' as const];
export type VisitAction = StaffActionName | 'move' | 'edit';

/** An action of staff with its parameters. `position` is a position in line, counted from 1. */
export type StaffAction =
  | { kind: StaffActionName }
  | { kind: 'move'; position: number }
  | { kind: 'edit'; change: PartyChange };

/** The bot check of a join: `passed`, `possible` (configured but not done), or `off` (not configured). */
const humanChecks = ['passed', 'possible', 'off'] as const;
export type HumanCheck = (typeof humanChecks)[number];

/**
 * A command from outside. During a deployment, two releases of the Worker run, and the newer release may send a kind of
 * command that the object does not know. The object refuses such a command.
 */
export const outsideCommand = z.discriminatedUnion('kind', [
  /**
   * A guest joins. If an earlier join had the same idempotency key but a different `party`, the server refuses the new
   * join.
   */
  z.object({
    actor,
    kind: z.literal('join'),
    username: z.string(),
    party: z.object(typedParty),
    language,
    /** The `Idempotency-Key` header; null if the caller sent none. */
    idempotencyKey: z.nullable(z.string()),
    /** The network address of the request, for limits; null if the address is not known. */
    sender: z.nullable(z.string()),
    /** Older releases of the Worker do not send this field. A missing field means `off`. */
    humanCheck: z.optional(z.enum(humanChecks)),
    /**
     * The secret of this browser's earlier visit at this location. If that visit is still live (`isLive`), the join
     * returns it.
     */
    heldSecret: z.nullable(z.string()),
  }),
  z.object({
    actor,
    kind: z.literal('add-walk-in'),
    party: z.object(typedWalkIn),
    /** The wait in minutes that staff told the guest; absent if staff told the guest the estimate. */
    told: z.optional(z.object({ low: z.int(), high: z.int() })),
    idempotencyKey: z.nullable(z.string()),
  }),
  z.object({ actor, kind: z.enum(staffActionNames), visit: visitRef }),
  /** `position`: a position in line, counted from 1. A position beyond the last position means the end of the line. */
  z.object({ actor, kind: z.literal('move'), visit: visitRef, position: z.int() }),
  z.object({ actor, kind: z.literal('edit'), visit: visitRef, change: partyChange }),
  z.object({ actor, kind: z.enum(['leave', 'on-my-way', 'cannot-come']), visit: visitRef }),
  z.object({
    actor,
    kind: z.literal('change-preference'),
    visit: visitRef,
    waitingPreference: typedParty.waitingPreference,
    phoneNumber: typedParty.phoneNumber,
    language,
  }),
  z.object({ actor, kind: z.literal('change-language'), visit: visitRef, language }),
  /** The command ends the visit and erases the data of the visit's guest. */
  z.object({ actor, kind: z.literal('erase-guest'), visit: visitRef }),
  /** The guest asks for five more minutes. `position`: the position furthest back in line that the guest accepts. */
  z.object({ actor, kind: z.literal('more-time'), visit: visitRef, position: z.int() }),
  /** A guest's reply by text, from this number (E.164). */
  z.object({
    actor,
    kind: z.literal('answer-by-text'),
    visit: visitRef,
    from: z.string(),
    said: z.enum(['on_my_way', 'leave']),
  }),
  z.object({ actor, kind: z.literal('change-settings'), change: settingsChange }),
  /** The name of the business or the address of the location has changed. */
  z.object({ actor, kind: z.literal('change-profile'), from: editableProfile, to: editableProfile }),
  /** Staff set the number of servers on duty. Null: staff no longer set a number. */
  z.object({ actor, kind: z.literal('set-servers'), servers: z.nullable(z.int()) }),
  /** The actor goes on duty or off duty. `name`: the name that the team sees; null for an owner without a name. */
  z.object({ actor, kind: z.literal('set-duty'), on: z.boolean(), name: z.nullable(z.string()) }),
  z.object({ actor, kind: z.literal('set-credits'), set: creditsSet }),
  z.object({
    actor,
    kind: z.literal('follow-billing'),
    news: z.object({
      billingRevision: z.int(),
      creditsEndAt: z.nullable(epochMs),
      grant: z.nullable(creditsSet),
      ceiling: z.nullable(creditsSet),
      customerCreditsMonth: z.optional(z.int()),
    }),
  }),
  /**
   * The owner has confirmed the mailbox. `trialEndedAt`: the time at which the present trial is treated as ended,
   * because the mailbox already had a trial; null if the mailbox had no earlier trial.
   */
  z.object({ actor, kind: z.literal('confirm-mailbox'), trialEndedAt: z.nullable(epochMs) }),
  /** The location closes permanently, and every waiting visit is removed. */
  z.object({ actor, kind: z.literal('close') }),
]);

export type OutsideCommand = z.infer<typeof outsideCommand>;

/** Commands that only the object itself creates: they become due by time or come from deliveries. */
export type InsideCommand = { actor: Actor } &
  /** `end-wait`: ends a visit that nobody called. */
  (
    | { kind: 'end-hold' | 'auto-resolve' | 'notify-almost-there' | 'end-wait'; visit: { id: string } }
    | { kind: 'end-undo'; serviceId: ServiceId }
    /** The duty of the actor ends. */
    | { kind: 'end-duty'; reason: 'day_over' | 'rights_changed' }
    /** The guest of a recalled visit has opened the visit's page again. */
    | { kind: 'page-opened'; visit: { id: string } }
    /** A change of a text's delivery state. `why`: the provider's reason. */
    | {
        kind: 'record-text';
        text: Pick<TextRecord, 'id' | 'visitId' | 'call' | 'credits'>;
        to: TextProgress;
        why?: TextFault | undefined;
        providerId?: string | undefined;
      }
    | { kind: 'record-health'; health: Partial<DeliveryHealth>; shouldAnnounce: boolean }
  );

export type Command = OutsideCommand | InsideCommand;
