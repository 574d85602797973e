/** What guests answer from the page. Where five more minutes lead is reckoned here a second time, from the admits alone. */
import { statusAnswer } from '../../src/shared/queue/project.ts';
import { same } from './invariants.ts';
import type { LocationInMemory } from './location-in-memory.ts';
import type { Reference } from './reference.ts';
import { aboutGuest, type Step, type Whom } from './step.ts';
import { asGuestSees } from './views.ts';

const FIVE_MINUTES_MS = 300_000;

/** The guest says to be on the way. */
export function sayOnMyWay(whom: Whom): Step {
  const fits = (reference: Reference, id: string, now: number) => reference.refusalToReply(id, now) === null;
  return aboutGuest('on my way', whom, fits, (reference, { location }, id) => {
    const refusal = reference.refusalToReply(id, location.now);
    const decision = location.reply(id, { reply: 'on_my_way' });
    same('on my way', decision.ok ? null : decision.code, refusal);
    if (refusal === null) reference.sayOnMyWay(id, location.now);
  });
}

/** The guest asks for five more minutes, having agreed to a place so many behind or before the one that was shown. */
export function takeMoreTime(whom: Whom, off: number): Step {
  const fits = (reference: Reference, id: string, now: number) =>
    reference.order.at(-1) !== id && reference.refusalToMoreTime(id, 1, 1, now) === null;
  return aboutGuest(`more time, ${off} off`, whom, fits, (reference, { location }, id) => {
    const { now } = location;
    const position = laterPosition(reference, location, id);
    const offered = reference.refusalToMoreTime(id, Infinity, position, now) === null ? position : undefined;
    same('place offered', placeOffered(location, id), offered);
    const accepted = Math.max(1, (position ?? 1) + off);
    const standsAt = asGuestSees(location, location.visit(id)).standing.position;
    if (reference.hasMoreTimeAt(id, accepted, standsAt, now)) return askAgain(location, id, standsAt);
    const refusal = reference.refusalToMoreTime(id, accepted, position, now);
    const isHidden = reference.isHidden(id, now);
    const decision = location.reply(id, { reply: 'more_time', position: accepted });
    same('more time', decision.ok ? null : decision.code, refusal);
    if (!decision.ok || position === null) return;
    same('place after more time', decision.position, isHidden ? 0 : position);
    if (isHidden) reference.takeMoreTimeHidden(id, position, now);
    else reference.takeMoreTime(id, position, now);
  });
}

/** The guest's answer to five more minutes was lost, and the page asks for the same place again. */
export function repeatMoreTime(whom: Whom): Step {
  const fits = (reference: Reference, id: string, now: number) =>
    reference.guest(id).moreTimeAt !== null &&
    reference.refusalToMoreTime(id, 1, 1, now) === 'more_time_used';
  return aboutGuest('more time again', whom, fits, (reference, { location }, id) => {
    const { position } = asGuestSees(location, location.visit(id)).standing;
    if (reference.hasMoreTimeAt(id, position, position, location.now) && position > 0)
      askAgain(location, id, position);
  });
}

/** Asked for the place where it stands with them: as before, and no error. */
function askAgain(location: LocationInMemory, id: string, position: number): void {
  const before = structuredClone(location.rows);
  same('more time again', location.reply(id, { reply: 'more_time', position }).ok, true);
  same('rows after asking again', location.rows, before);
}

/** What the guest is shown. */
function placeOffered(location: LocationInMemory, id: string): number | undefined {
  const { shown, standing } = asGuestSees(location, location.visit(id));
  return statusAnswer(location.rows.location, shown, standing, location.now).moreTime?.position;
}

/** Behind as many of the others as five minutes of admits are; null for one who has nobody behind. */
function laterPosition(reference: Reference, location: LocationInMemory, id: string): number | null {
  const { pace } = location.rows.location;
  const gapMs = pace.admits < 20 ? FIVE_MINUTES_MS : Math.round(pace.gap.sum / pace.gap.weight);
  const { position } = asGuestSees(location, location.visit(id)).standing;
  const others = reference.order.filter((other) => other !== id).length;
  if (position === others + 1) return null;
  return Math.min(Math.max(0, position - 1) + Math.ceil(FIVE_MINUTES_MS / gapMs), others) + 1;
}
