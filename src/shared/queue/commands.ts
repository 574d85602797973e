/**
 * The commands of a location's queue, from guests, owners, operators and providers, and those that become due by time.
 */
import * as z from 'zod/mini';
import { languages } from '../languages.ts';
import type { TextFault } from '../text/text-states.ts';
import { waitingPreferences } from '../visit-values.ts';
import { actor, type Actor } from './events.ts';
import type { TextRecord } from './decision.ts';
import { staffActionNames, type StaffActionName } from './rules/staff-actions.ts';
import type { TextProgress } from '../text/text-states.ts';
import { settingsChange } from './settings.ts';
import type { DeliveryHealth, ServiceId } from './state.ts';

/**
 * A guest's proof of a visit: the secret half of the token, or the code of a link in its place; and the spec's key where the
 * path names one. A visit of another business than `username` is not theirs.
 */
const claim = z.object({
  username: z.string(),
  secret: z.string(),
  customerKey: z.optional(z.string()),
});
export type GuestClaim = z.infer<typeof claim>;

/** A visit, by its id, by the spec's key, or by its guest's proof. */
const visitRef = z.union([z.object({ id: z.string() }), claim, z.strictObject({ customerKey: z.string() })]);
export type VisitRef = z.infer<typeof visitRef>;

/** A party as typed. */
const typedParty = {
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  numGuests: z.int(),
  waitingPreference: z.enum(waitingPreferences),
};
/**
 * The fields of a walk-in. Their order differs from a guest's, and an idempotency key stands for the fields in this
 * order.
 */
const { phoneNumber, waitingPreference, ...nameAndSize } = typedParty;
const typedWalkIn = { ...nameAndSize, phoneNumber, waitingPreference };
const language = z.enum(languages);
const epochMs = z.int();
const creditsSet = z.object({ customerCredits: z.int(), smsCredits: z.int(), revision: z.int() });

/** What staff can do to a visit: the last segment of `POST /auth/locations/{id}/visits/{visitId}/{action}`. */
export const visitActions = [...staffActionNames, 'move' as const];
export type VisitAction = StaffActionName | 'move';

/** One of these with what it needs besides the visit and the actor. `position` is a place in line, from 1. */
export type StaffAction = { kind: StaffActionName } | { kind: 'move'; position: number };

/** A command from outside. Two releases of the Worker run at once: what one does not know the other refuses whole. */
export const outsideCommand = z.discriminatedUnion('kind', [
  /** A guest comes into line. `party` is what an idempotency key stands for: asked again with another one it is refused. */
  z.object({
    actor,
    kind: z.literal('join'),
    username: z.string(),
    party: z.object(typedParty),
    language,
    /** The `Idempotency-Key` header; null when the caller sent none. */
    idempotencyKey: z.nullable(z.string()),
    /** The network address behind the request, for a limit; null where senders are not told apart. */
    sender: z.nullable(z.string()),
    /** The secret of a visit that this browser already has here: while that is live it is the answer. */
    heldSecret: z.nullable(z.string()),
  }),
  z.object({
    actor,
    kind: z.literal('add-walk-in'),
    party: z.object(typedWalkIn),
    idempotencyKey: z.nullable(z.string()),
  }),
  z.object({ actor, kind: z.enum(staffActionNames), visit: visitRef }),
  /** `position`: a place in line from 1; beyond its end means the end. */
  z.object({ actor, kind: z.literal('move'), visit: visitRef, position: z.int() }),
  z.object({ actor, kind: z.enum(['leave', 'on-my-way']), visit: visitRef }),
  z.object({
    actor,
    kind: z.literal('change-preference'),
    visit: visitRef,
    waitingPreference: typedParty.waitingPreference,
    phoneNumber: typedParty.phoneNumber,
    language,
  }),
  z.object({ actor, kind: z.literal('change-language'), visit: visitRef, language }),
  /** Five more minutes, to no later position than this one. */
  z.object({ actor, kind: z.literal('more-time'), visit: visitRef, position: z.int() }),
  /** What a guest answers to a text, from this number (E.164). */
  z.object({
    actor,
    kind: z.literal('answer-by-text'),
    visit: visitRef,
    from: z.string(),
    said: z.enum(['on_my_way', 'leave']),
  }),
  z.object({ actor, kind: z.literal('change-settings'), change: settingsChange }),
  z.object({ actor, kind: z.literal('set-credits'), set: creditsSet }),
  z.object({
    actor,
    kind: z.literal('follow-billing'),
    news: z.object({
      billingRevision: z.int(),
      creditsEndAt: z.nullable(epochMs),
      grant: z.nullable(creditsSet),
      ceiling: z.nullable(creditsSet),
    }),
  }),
  /** The owner has confirmed the mailbox. `trialEndedAt`: it has had a trial before, so this one is over since then. */
  z.object({ actor, kind: z.literal('confirm-mailbox'), trialEndedAt: z.nullable(epochMs) }),
  /** The location closes for good: everybody who waits is removed. */
  z.object({ actor, kind: z.literal('close') }),
]);

export type OutsideCommand = z.infer<typeof outsideCommand>;

/**
 * Commands that become due by time, by deliveries, or by a guest's request to be erased. No call from outside makes
 * them.
 */
export type InsideCommand = { actor: Actor } &
  /** `end-for-erasure`: the visit of a guest who asked to be erased ends. */
  (
    | { kind: 'end-hold' | 'auto-resolve' | 'notify-almost-there' | 'end-for-erasure'; visit: { id: string } }
    | { kind: 'end-undo'; serviceId: ServiceId }
    /** A step of a text's delivery. `text` names it; `why`: the provider's reason. */
    | {
        kind: 'record-text';
        text: Pick<TextRecord, 'id' | 'visitId' | 'call' | 'credits'>;
        to: TextProgress;
        why?: TextFault | undefined;
        providerId?: string | undefined;
      }
    | { kind: 'record-health'; health: Partial<DeliveryHealth>; shouldAnnounce: boolean }
    /** Erases the guests of these ended visits. */
    | { kind: 'erase-person'; visitIds: readonly string[] }
  );

export type Command = OutsideCommand | InsideCommand;
