/** API contract of a location's activity: who did what, from the event log. */
import * as z from 'zod/mini';
import type { EventKind, LocationEvent } from '../queue/events.ts';
import { loggedEvent } from './queue-view.ts';

/** The kinds of events in a location's log. */
export type LoggedKind = EventKind | LocationEvent['kind'];

/** The kinds of activity that a reader can choose, each with its kinds of events. */
export const activityKinds = {
  joins: ['joined', 'added'],
  calls: ['almost_there_told', 'admitted', 'called_again', 'hold_ended'],
  moves: ['moved', 'put_back', 'recalled', 'undone'],
  replies: ['on_my_way', 'more_time', 'preference_changed'],
  outcomes: ['arrived', 'no_show', 'auto_resolved', 'left', 'removed'],
  edits: ['edited', 'erased'],
  location: [
    'paused',
    'resumed',
    'servers_set',
    'duty_began',
    'duty_ended',
    'settings_changed',
    'address_changed',
    'credits_set',
  ],
} as const satisfies Record<string, readonly LoggedKind[]>;
export type ActivityKind = keyof typeof activityKinds;

export const activityKindNames = Object.keys(activityKinds).filter(isActivityKind);

export function isActivityKind(name: string): name is ActivityKind {
  return Object.hasOwn(activityKinds, name);
}

/** With this value of `actor`, a query finds the events of all former members of this location. */
export const FORMER_MEMBERS = 'former';

/**
 * The query of `GET /auth/locations/{id}/activity.csv`. `actor` has the form of an event's actor, or is
 * `FORMER_MEMBERS`. `day`: a calendar day of the location, 'YYYY-MM-DD'.
 */
export const activityFilter = z.object({
  actor: z.optional(z.string().check(z.maxLength(100))),
  kind: z.optional(z.enum(activityKindNames)),
  day: z.optional(z.iso.date()),
});
export type ActivityFilter = z.infer<typeof activityFilter>;

/** The query of `GET /auth/locations/{id}/activity`. `before`: the value of `next` in the previous page. */
export const activityQuery = z.extend(activityFilter, {
  before: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))),
});

/**
 * An event. `guest`: the name of the visit's guest; absent if the guest was erased or the event has no visit.
 * `servers`: see `LocationEvent`. `settings`: names of changed settings.
 */
const activityEvent = z.extend(loggedEvent, {
  n: z.int(),
  guest: z.optional(z.string()),
  servers: z.optional(z.nullable(z.int())),
  settings: z.optional(z.array(z.string())),
});
export type ActivityEvent = z.infer<typeof activityEvent>;

/**
 * The answer of `GET /auth/locations/{id}/activity`: a page of events, newest first. `next`: present if the log may
 * contain older events, even if `events` is empty. `people`: the members who work at this location now; a reader can
 * choose each person as `actor`.
 */
export const activityPage = z.object({
  events: z.array(activityEvent),
  next: z.optional(z.int()),
  people: z.array(z.object({ actor: z.string(), name: z.string() })),
});
export type ActivityPage = z.infer<typeof activityPage>;
