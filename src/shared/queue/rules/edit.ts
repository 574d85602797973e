/** Rules of an edit: staff change the facts of a party that waits or is admitted. Pure. */
import type { RefusalCode } from '../../copy/en/refusals.ts';
import { changed, refused, unchanged, type Decision, type Effect } from '../decision.ts';
import { isMasked, maskedNumber } from '../masked-number.ts';
import type { Location, TextNumber, Visit } from '../state.ts';
import { EARLIER_NAMES_MAX } from '../../limits.ts';
import { holdHasEnded } from './admission.ts';
import type { Line } from './line.ts';
import { queueText, withdrawText } from './texts/texts.ts';
import { undoOf } from './undo.ts';
import { iso } from '../../time/iso.ts';
import { customerKey } from '../../visit-values.ts';

/** The facts of a party that staff can change. A fact that is absent does not change. */
export type PartyChange = {
  [Fact in 'firstName' | 'lastName' | 'numGuests' | 'phoneNumber' | 'waitingPreference' | 'note']?:
    | Visit[Fact]
    | undefined;
};

/**
 * Changes the facts of a party. A customer key that contains an earlier name of the party still identifies the visit.
 * If the number or the preference changes, a text whose sending has not begun is withdrawn and queued again. If the
 * earlier number could not get the turn text and the hold still runs, the text is queued for the new number. No consent
 * of the guest is stored for a number that staff set. Staff who may not read numbers see the present number in a masked
 * form. The pages of these staff send the masked form back, so an edit with this masked form does not change the
 * number. Any other masked number is refused.
 */
export function edit(
  location: Location,
  visit: Visit,
  line: Line,
  { change, readNumber }: { change: PartyChange; readNumber: (typed: string) => TextNumber | null },
  now: number,
): Decision {
  const refusal = refusalToEdit(location, visit);
  if (refusal !== null) return refused(refusal);
  const { phoneNumber: sent = visit.phoneNumber } = change;
  const phoneNumber = sent === maskedNumber(visit.phoneNumber) ? visit.phoneNumber : sent;
  const isOtherNumber = phoneNumber !== visit.phoneNumber;
  if (isOtherNumber && isMasked(phoneNumber)) return refused('invalid_input');
  const edited = renamed(visit, {
    firstName: change.firstName ?? visit.firstName,
    lastName: change.lastName ?? visit.lastName,
    numGuests: change.numGuests ?? visit.numGuests,
    waitingPreference: change.waitingPreference ?? visit.waitingPreference,
    note: change.note ?? visit.note,
    phoneNumber,
    textNumber: isOtherNumber ? readNumber(phoneNumber) : visit.textNumber,
  });
  if (edited.waitingPreference === 'wait_anywhere' && phoneNumber === '') return refused('phone_required');
  if (edited.earlierNames.length > EARLIER_NAMES_MAX) return refused('renamed_too_often');
  const isSameParty =
    edited.numGuests === visit.numGuests && edited.waitingPreference === visit.waitingPreference;
  const isSameName = edited.firstName === visit.firstName && edited.lastName === visit.lastName;
  if (isSameParty && isSameName && !isOtherNumber && edited.note === visit.note)
    return unchanged(location, visit);
  // A party that has only joined and waited has no history row yet.
  const isInHistory = !isSameParty && (visit.status !== 'waiting' || visit.revision > 0);
  const revised = { ...edited, revision: visit.revision + Number(isInHistory) };
  const isSameWay = !isOtherNumber && edited.waitingPreference === visit.waitingPreference;
  const isUntold = edited.textNumber?.e164 !== visit.textNumber?.e164 && isNotTold(visit, now);
  const texted = isSameWay
    ? { location, visit: revised, effects: [] }
    : textAgain(location, revised, isUntold, now);
  return changed(texted.location, texted.visit, 'edited', {
    effects: isInHistory ? [...texted.effects, { kind: 'history' }] : texted.effects,
    position: line.positionOf(visit.id),
    reason: isOtherNumber && phoneNumber !== '' ? 'number_set' : null,
  });
}

/** Whether this is the customer key of a visit, with the present name or an earlier name. */
export function isCustomerKeyOf(visit: Visit, key: string): boolean {
  const joinedAt = iso(visit.joinedAt);
  return (
    key === customerKey({ ...visit, joinedAt }) || visit.earlierNames.some((name) => key === name + joinedAt)
  );
}

/** The visit with these facts. If the name changes, the earlier name is added to `earlierNames`. */
function renamed(visit: Visit, facts: Partial<Visit> & Pick<Visit, 'firstName' | 'lastName'>): Visit {
  const earlier = visit.firstName + visit.lastName;
  const isSameKey = facts.firstName + facts.lastName === earlier;
  if (isSameKey || visit.earlierNames.includes(earlier)) return { ...visit, ...facts };
  return { ...visit, ...facts, earlierNames: [...visit.earlierNames, earlier] };
}

/** True if the text of the last call was not sent and the hold of the visit still runs. */
function isNotTold(visit: Visit, now: number): boolean {
  return visit.text?.status === 'not_sent' && visit.status === 'admitted' && !holdHasEnded(visit, now);
}

/**
 * Withdraws a text whose sending has not begun, and queues the text again for the present number. `isUntold`: queues a
 * text even if no text was withdrawn.
 */
function textAgain(
  location: Location,
  visit: Visit,
  isUntold: boolean,
  now: number,
): { location: Location; visit: Visit; effects: Effect[] } {
  const withdrawn = withdrawText(location, visit);
  if (withdrawn.effects.length === 0 && !isUntold) return withdrawn;
  const dueAt = undoOf(location, visit, now)?.until ?? now;
  const expiresAt = visit.holdEndsAt ?? now;
  const again = queueText(withdrawn.location, withdrawn.visit, { dueAt, expiresAt }, now);
  return { ...again, effects: [...withdrawn.effects, ...again.effects] };
}

function refusalToEdit(location: Location, visit: Visit): RefusalCode | null {
  // A closed location has erased the data of its guests.
  if (location.profile.closedAt !== null) return 'location_closed';
  switch (visit.status) {
    case 'waiting':
      return null;
    case 'admitted':
      return visit.autoResolved ? 'already_settled' : null;
    case 'arrived':
    case 'no_show':
      return 'already_settled';
    case 'left':
    case 'removed':
      return 'not_waiting';
  }
}
