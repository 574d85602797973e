/**
 * The commands of a location's queue: from guests, owners, operators and providers, and commands that become
 * due by time.
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
 * A guest's proof of a visit. `secret`: the secret half of the queue token, or a link code. `customerKey`: the spec's
 * key, if the path has one. The visit must belong to the business `username`.
 */
const claim = z.object({
  username: z.string(),
  secret: z.string(),
  customerKey: z.optional(z.string()),
});
export type GuestClaim = z.infer<typeof claim>;

/** Names a visit by its id, by the customer key, or by its guest's proof. */
const visitRef = z.union([z.object({ id: z.string() }), claim, z.strictObject({ customerKey: z.string() })]);
export type VisitRef = z.infer<typeof visitRef>;

/** A party as it was typed. */
const typedParty = {
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  numGuests: z.int(),
  waitingPreference: z.enum(waitingPreferences),
};
/** The fields of a walk-in. Their order differs from a guest's join, and the idempotency hash depends on the order. */
const { phoneNumber, waitingPreference, ...nameAndSize } = typedParty;
const typedWalkIn = { ...nameAndSize, phoneNumber, waitingPreference };
/** The facts of a party that staff change; facts that are left out stay. */
const partyChange = z.partial(z.object({ ...typedParty, note: z.string() }));
const language = z.enum(languages);
const epochMs = z.int();
const editableProfile = z.object({ businessName: z.string(), address: z.string() });
const creditsSet = z.object({ customerCredits: z.int(), smsCredits: z.int(), revision: z.int() });

/** Actions of staff on a visit: the last segment of `POST /auth/locations/{id}/visits/{visitId}/{action}`. */
export const visitActions = [...staffActionNames, 'move' as const, 'edit' as const];
export type VisitAction = StaffActionName | 'move' | 'edit';

/** An action of staff with its parameters. `position` is a position in line, from 1. */
export type StaffAction =
  | { kind: StaffActionName }
  | { kind: 'move'; position: number }
  | { kind: 'edit'; change: PartyChange };

/** The bot check of a join: `passed`, `possible` (it is configured and was not done), or `off`. */
const humanChecks = ['passed', 'possible', 'off'] as const;
export type HumanCheck = (typeof humanChecks)[number];

/** A command from outside. Two releases of the Worker run at once; a command of an unknown kind is refused. */
export const outsideCommand = z.discriminatedUnion('kind', [
  /** A guest joins. The idempotency key belongs to this `party`: the same key with another party is refused. */
  z.object({
    actor,
    kind: z.literal('join'),
    username: z.string(),
    party: z.object(typedParty),
    language,
    /** The `Idempotency-Key` header; null if the caller sent none. */
    idempotencyKey: z.nullable(z.string()),
    /** The network of the request, for limits; null if callers cannot be distinguished. */
    sender: z.nullable(z.string()),
    /** Missing: `off`, as from an earlier release of the Worker. */
    humanCheck: z.optional(z.enum(humanChecks)),
    /** The secret of a visit that this browser already has here. While that visit is live, the join returns it. */
    heldSecret: z.nullable(z.string()),
  }),
  z.object({
    actor,
    kind: z.literal('add-walk-in'),
    party: z.object(typedWalkIn),
    /** The wait that staff told the guest, in minutes; absent if it was the estimate. */
    told: z.optional(z.object({ low: z.int(), high: z.int() })),
    idempotencyKey: z.nullable(z.string()),
  }),
  z.object({ actor, kind: z.enum(staffActionNames), visit: visitRef }),
  /** `position`: a position in line from 1. A position beyond the end means the end of the line. */
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
  /** Ends the visit, and erases the data of its guest. */
  z.object({ actor, kind: z.literal('erase-guest'), visit: visitRef }),
  /** The guest asks for five more minutes. The guest accepts no position later than this position. */
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
  /** The name of the business or the address of the location has changed `from` one value `to` another. */
  z.object({ actor, kind: z.literal('change-profile'), from: editableProfile, to: editableProfile }),
  /** Staff tell how many servers are on duty; null: they no longer tell it. */
  z.object({ actor, kind: z.literal('set-servers'), servers: z.nullable(z.int()) }),
  /** The actor goes on duty or off duty. `name`: as the team sees it; null for an owner without one. */
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
   * The owner has confirmed the mailbox. `trialEndedAt`: set if the mailbox had an earlier trial; this trial then
   * counts as over since that time.
   */
  z.object({ actor, kind: z.literal('confirm-mailbox'), trialEndedAt: z.nullable(epochMs) }),
  /** The location closes permanently: every waiting visit is removed. */
  z.object({ actor, kind: z.literal('close') }),
]);

export type OutsideCommand = z.infer<typeof outsideCommand>;

/**
 * Internal commands: they become due by time, or come from deliveries. No call from outside makes them.
 */
export type InsideCommand = { actor: Actor } &
  /** `end-wait`: ends a visit that nobody called. */
  (
    | { kind: 'end-hold' | 'auto-resolve' | 'notify-almost-there' | 'end-wait'; visit: { id: string } }
    | { kind: 'end-undo'; serviceId: ServiceId }
    /** The duty of the actor ends. */
    | { kind: 'end-duty'; reason: 'day_over' | 'rights_changed' }
    /** The guest of a recalled visit has opened its page again. */
    | { kind: 'page-opened'; visit: { id: string } }
    /** A step of a text's delivery. `text` names the text; `why` is the provider's reason. */
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
