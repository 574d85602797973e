/** What an outbox entry carries: written in the transaction of its cause, read when it is delivered. */
import * as z from 'zod/mini';
import type { VisitHistoryRow } from '../db/history.ts';
import type { Location, Visit } from './queue.ts';

export const turnTextPayload = z.object({ to: z.string(), holdMs: z.int() });

export const historyPayload = z.object({
  visitId: z.string(),
  revision: z.int(),
  businessId: z.string(),
  locationId: z.string(),
  outcome: z.enum(['admitted', 'arrived', 'no_show', 'left', 'removed']),
  numGuests: z.int(),
  waitingPreference: z.enum(['on_premises', 'wait_anywhere']),
  joinedAt: z.int(),
  admittedAt: z.nullable(z.int()),
  endedAt: z.int(),
  promisedMinutes: z.int(),
}) satisfies z.ZodMiniType<VisitHistoryRow>;

/** The entry that tells an admitted guest. Due at once; worthless after the hold's end. */
export function turnTextEntry(
  id: string,
  visit: Visit,
  to: string,
  holdMs: number,
  now: number,
  expiresAt: number,
) {
  const payload: z.infer<typeof turnTextPayload> = { to, holdMs };
  return {
    id,
    kind: 'turn_text' as const,
    visitId: visit.id,
    payload: JSON.stringify(payload),
    dueAt: now,
    expiresAt,
  };
}

/** The entry that keeps how a visit went, without saying whose it was. */
export function historyEntry(locationId: string, location: Location, visit: Visit, now: number) {
  if (visit.status === 'waiting') throw new Error('a waiting visit has no history yet');
  const payload: z.infer<typeof historyPayload> = {
    visitId: visit.id,
    revision: visit.revision,
    businessId: location.businessId,
    locationId,
    outcome: visit.status,
    numGuests: visit.numGuests,
    waitingPreference: visit.waitingPreference,
    joinedAt: visit.joinedAt,
    admittedAt: visit.admittedAt,
    endedAt: visit.endedAt ?? now,
    promisedMinutes: visit.promise.minutes,
  };
  return {
    id: `${visit.id}:${visit.revision}`,
    kind: 'history' as const,
    visitId: visit.id,
    payload: JSON.stringify(payload),
    dueAt: now,
    expiresAt: null,
  };
}
