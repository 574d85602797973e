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

/** The facts of a party that staff can change. Absent facts do not change. */
export type PartyChange = {
  [Fact in 'firstName' | 'lastName' | 'numGuests' | 'phoneNumber' | 'waitingPreference' | 'note']?:
    | Visit[Fact]
    | undefined;
};

/**
 * Changes the facts of a party. After a change of the name, customer keys with the earlier name still find the visit.
 * After a change of the number or preference, a text whose sending has not begun is withdrawn, and queued again for the
 * new number. A guest who got no text because of the earlier number gets a text at the new number, if the hold has not
 * ended. If staff set a number, no consent of the guest is recorded. `readNumber` parses a typed number. Staff who may
 * not read the number send back the masked number, which does not change the number. Any other masked number is
 * refused.
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
  // A party that has waited since its join has no history row yet.
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

/** Whether this is the customer key of a visit, or was the visit's key before staff changed the name. */
export function isCustomerKeyOf(visit: Visit, key: string): boolean {
  const joinedAt = iso(visit.joinedAt);
  return (
    key === customerKey({ ...visit, joinedAt }) || visit.earlierNames.some((name) => key === name + joinedAt)
  );
}

/** The visit after these facts have changed. If the name has changed, the earlier name is stored in `earlierNames`. */
function renamed(visit: Visit, facts: Partial<Visit> & Pick<Visit, 'firstName' | 'lastName'>): Visit {
  const earlier = visit.firstName + visit.lastName;
  const isSameKey = facts.firstName + facts.lastName === earlier;
  if (isSameKey || visit.earlierNames.includes(earlier)) return { ...visit, ...facts };
  return { ...visit, ...facts, earlierNames: [...visit.earlierNames, earlier] };
}

/**
 * Whether the last call had no text and the guest can still come: the visit is admitted, and its hold has not ended.
 */
function isNotTold(visit: Visit, now: number): boolean {
  return visit.text?.status === 'not_sent' && visit.status === 'admitted' && !holdHasEnded(visit, now);
}

/**
 * Withdraws the text of the last call if its sending has not begun, and queues it again for the present number.
 * `isUntold`: queues a text even if none was withdrawn, because the earlier number could not get a text.
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

/** The refusal for a visit that has ended; null if the visit waits or is admitted. */
function refusalToEdit(location: Location, visit: Visit): RefusalCode | null {
  // A closed location has erased its guests.
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
