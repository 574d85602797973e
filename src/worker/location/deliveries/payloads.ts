/** What each kind of delivery carries: written in the transaction of its cause, read when it is delivered. */
import * as z from 'zod/mini';
import { visitStatuses, waitingPreferences } from '../../../shared/visit-values.ts';
import type { VisitHistoryRow } from '../../deliveries/history/visit-history.ts';
import type { Location, Visit } from '../../../shared/queue/state.ts';
import type { NewDelivery } from '../store/delivery-rows.ts';

/** `credits`: what it costs; an earlier release wrote none, when each cost one. */
export const turnTextPayload = z.object({ to: z.string(), credits: z._default(z.int(), 1) });

/** `subscription`: its number in the table of subscriptions. */
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
  /** Whose days the visit is counted in. */
  timezone: z.string(),
}) satisfies z.ZodMiniType<VisitHistoryRow>;

/**
 * A text to a guest: `call` is the visit's own, or 0 for the one that says that the turn is near. Worthless after
 * `expiresAt`.
 */
export function textDelivery(
  id: string,
  visit: Visit,
  call: number,
  { to, credits, dueAt, expiresAt }: { to: string; credits: number; dueAt: number; expiresAt: number },
): NewDelivery {
  const payload: z.infer<typeof turnTextPayload> = { to, credits };
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

/** A reminder of a visit's call, for one of its subscriptions. */
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
 * The history row of a visit, without a name or a number. A visit that came back to the line is kept as waiting until it ends:
 * nothing has become of it yet.
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
