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

/** The facts of a party that staff can change. Facts that are left out stay. */
export type PartyChange = {
  [Fact in 'firstName' | 'lastName' | 'numGuests' | 'phoneNumber' | 'waitingPreference' | 'note']?:
    | Visit[Fact]
    | undefined;
};

/**
 * Changes the facts of a party. After a change of the name, customer keys with the earlier name still find the visit.
 * After a change of the number or preference, a text whose sending has not begun is withdrawn, and queued again for the
 * new number. A guest who got no text because of the earlier number gets one at the new one, while the hold runs. A
 * number set by staff is no consent of the guest. `readNumber` parses a typed number. The masked number, as it is shown to
 * staff who may not read the number, changes nothing; another masked number is refused.
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

/** Whether this is the customer key of a visit, or was its key before staff changed its name. */
export function isCustomerKeyOf(visit: Visit, key: string): boolean {
  const joinedAt = iso(visit.joinedAt);
  return (
    key === customerKey({ ...visit, joinedAt }) || visit.earlierNames.some((name) => key === name + joinedAt)
  );
}

/** The visit with these facts. The visit's earlier name is kept, if the name has changed. */
function renamed(visit: Visit, facts: Partial<Visit> & Pick<Visit, 'firstName' | 'lastName'>): Visit {
  const earlier = visit.firstName + visit.lastName;
  const isSameKey = facts.firstName + facts.lastName === earlier;
  if (isSameKey || visit.earlierNames.includes(earlier)) return { ...visit, ...facts };
  return { ...visit, ...facts, earlierNames: [...visit.earlierNames, earlier] };
}

/** Whether no text of the running call was ever sent, although the guest is still expected. */
function isNotTold(visit: Visit, now: number): boolean {
  return visit.text?.status === 'not_sent' && visit.status === 'admitted' && !holdHasEnded(visit, now);
}

/**
 * Withdraws the text of the running call if its sending has not begun, and queues it for the present number.
 * `isUntold`: there is nothing to withdraw, because no text could go to the earlier number.
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

/** The refusal for a visit that is over, or null. */
function refusalToEdit(location: Location, visit: Visit): RefusalCode | null {
  // The guests of a closed location are erased.
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
