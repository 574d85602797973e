/**
 * Replies of guests from their pages. This file contains a second implementation that computes the place of a guest who
 * gets five more minutes. The implementation uses the mean time between two admits.
 */
import { isOfVisit } from '../../src/shared/queue/events.ts';
import type { Snapshot } from '../../src/shared/queue/memory-storage.ts';
import type { QueueUnderTest } from './queue-under-test.ts';
import { same } from './invariants.ts';
import { mainOf } from './memory-queue.ts';
import type { Reference } from './reference.ts';
import { aboutGuest, type Step, type Whom } from './step.ts';
import { asGuestSees } from './views.ts';

const FIVE_MINUTES_MS = 300_000;
const guest = { kind: 'guest' } as const;

export function sayOnMyWay(whom: Whom): Step {
  const fits = (reference: Reference, id: string, now: number) => reference.refusalToReply(id, now) === null;
  return aboutGuest('on my way', whom, fits, async (reference, { queue }, id) => {
    const refusal = reference.refusalToReply(id, queue.now());
    same('on my way', await queue.execute({ kind: 'on-my-way', visit: { id }, actor: guest }), refusal);
    if (refusal === null) reference.sayOnMyWay(id, queue.now());
  });
}

/** The guest asks for five more minutes. The place that the guest accepts differs by `off` from the shown place. */
export function takeMoreTime(whom: Whom, off: number): Step {
  const fits = (reference: Reference, id: string, now: number) =>
    reference.order.at(-1) !== id && reference.refusalToMoreTime(id, 1, 1, now) === null;
  return aboutGuest(`more time, ${off} off`, whom, fits, async (reference, { queue }, id) => {
    const now = queue.now();
    const before = await queue.snapshot();
    const seen = asGuestSees(before, id, now);
    const position = laterPosition(reference, before, seen.position, id);
    const offered = reference.refusalToMoreTime(id, Infinity, position, now) === null ? position : undefined;
    same('place offered', seen.moreTime?.position, offered ?? undefined);
    const accepted = Math.max(1, (position ?? 1) + off);
    const standsAt = seen.position;
    if (reference.hasMoreTimeAt(id, accepted, standsAt, now)) return askAgain(queue, id, standsAt);
    const refusal = reference.refusalToMoreTime(id, accepted, position, now);
    const isHidden = reference.isHidden(id, now);
    same('more time', await moreTime(queue, id, accepted), refusal);
    if (refusal !== null || position === null) return undefined;
    const at = (await queue.snapshot()).events.findLast(isOfVisit)?.position;
    same('place after more time', at, isHidden ? 0 : position);
    if (isHidden) reference.takeMoreTimeHidden(id, position, now);
    else reference.takeMoreTime(id, position, now);
    return undefined;
  });
}

/** The guest repeats the request for more time, as a page does after a lost answer. */
export function repeatMoreTime(whom: Whom): Step {
  const fits = (reference: Reference, id: string, now: number) =>
    reference.guest(id).moreTimeAt !== null &&
    reference.refusalToMoreTime(id, 1, 1, now) === 'more_time_used';
  return aboutGuest('more time again', whom, fits, async (reference, { queue }, id) => {
    const { position } = asGuestSees(await queue.snapshot(), id, queue.now());
    if (reference.hasMoreTimeAt(id, position, position, queue.now()) && position > 0)
      await askAgain(queue, id, position);
  });
}

function moreTime(queue: QueueUnderTest, id: string, position: number) {
  return queue.execute({ kind: 'more-time', position, visit: { id }, actor: guest });
}

/** Repeats the request for the present place. The request must succeed and change nothing. */
async function askAgain(queue: QueueUnderTest, id: string, position: number): Promise<void> {
  const before = await queue.snapshot();
  same('more time again', await moreTime(queue, id, position), null);
  same('state after asking again', await queue.snapshot(), before);
}

/**
 * The place behind all guests who are expected to be admitted in the next five minutes, or null for the last guest in
 * line.
 */
function laterPosition(
  reference: Reference,
  { location }: Snapshot,
  position: number,
  id: string,
): number | null {
  if (location === null) return null;
  const { pace } = mainOf(location);
  const gapMs = pace.admits < 20 ? FIVE_MINUTES_MS : Math.round(pace.gap.sum / pace.gap.weight);
  const others = reference.order.filter((other) => other !== id).length;
  if (position === others + 1) return null;
  return Math.min(Math.max(0, position - 1) + Math.ceil(FIVE_MINUTES_MS / gapMs), others) + 1;
}
