/** Payloads of deliveries, by kind. A payload is stored in the transaction of the change that causes the delivery. */
import * as z from 'zod/mini';
import { countries } from '../../../shared/countries.ts';
import { visitStatuses, waitingPreferences } from '../../../shared/visit-values.ts';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import type { Location, Visit } from '../../../shared/queue/state.ts';
import type { NewDelivery } from '../store/delivery-rows.ts';

/**
 * `credits`: the cost of the text in SMS credits. `credits` is absent in rows of earlier releases, in which each text
 * cost one credit. `segments` is absent in rows of earlier releases; in these rows, the number of segments is the same
 * as `credits`. `country`: the country of the number, stored here because the number of the visit may be erased; absent
 * in rows of earlier releases.
 */
export const turnTextPayload = z.object({
  to: z.string(),
  country: z.optional(z.enum(countries)),
  credits: z._default(z.int(), 1),
  segments: z.optional(z.int()),
});

/** `subscription`: row number in the table `reminder_subscription`. */
export const reminderPayload = z.object({ subscription: z.int() });

export const historyPayload = z.object({
  visitId: z.string(),
  revision: z.int(),
  businessId: z.string(),
  locationId: z.string(),
  outcome: z.enum(visitStatuses),
  numGuests: z.int(),
  waitingPreference: z.enum(waitingPreferences),
  joinedAt: z.int(),
  admittedAt: z.nullable(z.int()),
  endedAt: z.int(),
  promisedMinutes: z.int(),
  promisedLow: z.int(),
  promisedHigh: z.int(),
  moved: z.boolean(),
  /** The time zone that decides the day and the hour of the visit. */
  timezone: z.string(),
}) satisfies z.ZodMiniType<VisitHistoryRow>;

type TextToSend = { to: string; credits: number; segments: number; dueAt: number; expiresAt: number };

/**
 * A text to a guest. `call`: which call of the visit the text announces (1 for the first call), or `NOT_A_SUMMON` for
 * the "almost there" text. The text is not sent after `expiresAt`.
 */
export function textDelivery(
  id: string,
  visit: Visit,
  call: number,
  { to, credits, segments, dueAt, expiresAt }: TextToSend,
): NewDelivery {
  const payload: z.infer<typeof turnTextPayload> = {
    to,
    country: visit.textNumber?.country,
    credits,
    segments,
  };
  return {
    id,
    kind: 'turn_text',
    visitId: visit.id,
    call,
    payload: JSON.stringify(payload),
    dueAt,
    expiresAt,
  };
}

export function reminderDelivery(
  visitId: string,
  subscription: number,
  { call, dueAt, expiresAt }: { call: number; dueAt: number; expiresAt: number },
): NewDelivery {
  const payload: z.infer<typeof reminderPayload> = { subscription };
  return {
    id: `${visitId}:reminder:${subscription}:${call}`,
    kind: 'reminder',
    visitId,
    call,
    payload: JSON.stringify(payload),
    dueAt,
    expiresAt,
  };
}

/**
 * The history row of a visit, without name or number. If an admitted visit returns to the line, the outcome in its row
 * is `waiting` until the visit ends.
 */
export function historyDelivery(
  locationId: string,
  location: Location,
  visit: Visit,
  now: number,
): NewDelivery {
  const payload: z.infer<typeof historyPayload> = {
    visitId: visit.id,
    revision: visit.revision,
    businessId: location.profile.businessId,
    locationId,
    outcome: visit.status,
    numGuests: visit.numGuests,
    waitingPreference: visit.waitingPreference,
    joinedAt: visit.joinedAt,
    admittedAt: visit.admittedAt,
    endedAt: visit.endedAt ?? now,
    promisedMinutes: visit.promise.minutes,
    promisedLow: visit.promise.low,
    promisedHigh: visit.promise.high,
    moved: visit.moved,
    timezone: location.settings.timezone,
  };
  return {
    id: `${visit.id}:${visit.revision}`,
    kind: 'history',
    visitId: visit.id,
    call: 0,
    payload: JSON.stringify(payload),
    dueAt: now,
    expiresAt: null,
  };
}
