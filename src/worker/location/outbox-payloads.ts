/** What an outbox entry carries: written in the transaction of its cause, read when it is delivered. */
import * as z from 'zod/mini';
import { visitStatuses, waitingPreferences } from '../../shared/visit-words.ts';
import type { VisitHistoryRow } from '../deliveries/history/visit-history.ts';
import type { OutboxEntry } from '../deliveries/outbox.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';

export const turnTextPayload = z.object({ to: z.string() });

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
  // Absent from entries written before ranges were kept.
  promisedLow: z._default(z.nullable(z.int()), null),
  promisedHigh: z._default(z.nullable(z.int()), null),
  // Absent from entries written before it was asked.
  moved: z._default(z.boolean(), false),
  // Whose days the visit is counted in. Absent from entries written before visits were counted.
  timezone: z._default(z.nullable(z.string()), null),
}) satisfies z.ZodMiniType<VisitHistoryRow>;

export type NewEntry = Omit<OutboxEntry, 'phase' | 'attempts' | 'unconfirmedAttempts' | 'begunAt'>;

/**
 * The entry of a text to a guest: `call` is the visit's own, or 0 for the one that says that the turn is near. Worthless
 * after `expiresAt`.
 */
export function textEntry(
  id: string,
  visit: Visit,
  call: number,
  { to, dueAt, expiresAt }: { to: string; dueAt: number; expiresAt: number },
): NewEntry {
  const payload: z.infer<typeof turnTextPayload> = { to };
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

/**
 * The entry that keeps how a visit went, without saying whose it was. A visit that came back to the line is kept as
 * waiting until it ends: nothing has become of it yet.
 */
export function historyEntry(locationId: string, location: Location, visit: Visit, now: number): NewEntry {
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
