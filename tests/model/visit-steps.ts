/** What guests and owners do to one visit. The reference says beforehand whether it is refused, and with which code. */
import type { Decision } from '../../src/shared/queue/decision.ts';
import type { OwnerAction } from '../../src/shared/queue/rules/owner-action.ts';
import type { Visit } from '../../src/shared/queue/state.ts';
import { aParty } from '../pure/factories.ts';
import { same } from './invariants.ts';
import { placesOf } from './reference-offer.ts';
import type { Wish } from './reference-guest.ts';
import type { Reference } from './reference.ts';
import { aboutVisit, step, type Step, type Whom } from './step.ts';

/** How a guest wants to wait. */
export type Choice = Pick<Visit, 'waitingPreference' | 'phoneNumber' | 'language'>;

/** A guest joins by the page, from one of a few network addresses. */
export function join(choice: Choice, sender: string): Step {
  return step(`join ${JSON.stringify(choice)} from ${sender}`, (reference, { location }) => {
    const id = `v${location.rows.senders.size}`;
    const refusal = reference.refusalToJoin(sender, location.now);
    const decision = location.join(id, aParty(choice), sender);
    same('join', codeOf(decision), refusal);
    if (refusal === null) reference.enter(id, sender, wishOf(choice), location.now);
    return [];
  });
}

/** The owner adds a party. */
export function addWalkIn(choice: Choice): Step {
  return step(`addWalkIn ${JSON.stringify(choice)}`, (reference, { location }) => {
    const id = `walk-in ${location.rows.events.length}`;
    const refusal = reference.refusalToAdd(location.now);
    same('addWalkIn', codeOf(location.addWalkIn(id, aParty(choice))), refusal);
    if (refusal === null) reference.enter(id, null, wishOf(choice), location.now);
    return [];
  });
}

/** The owner does one of the nine things that can be done to a visit. */
export function act(whom: Whom, action: OwnerAction): Step {
  return aboutVisit(JSON.stringify(action), whom, action.kind, (reference, { location }, id) => {
    const refusal = reference.refusalTo(action.kind, id, location.now);
    const places = placesOf(reference.offer, reference.order);
    const decision = location.act(id, action);
    same(action.kind, codeOf(decision), refusal);
    if (decision.ok) follow(reference, id, action, location.now, { places, at: decision.position });
  });
}

/** The guest gives up the place. */
export function leave(whom: Whom): Step {
  return aboutVisit('leave', whom, 'leave', (reference, { location }, id) => {
    const { status } = reference.guest(id);
    const isFine = status === 'left' || reference.isHidden(id, location.now);
    const refusal = isFine ? null : reference.refusalTo('remove', id, location.now);
    same('leave', codeOf(location.leave(id)), refusal);
    if (refusal === null) reference.leave(id, location.now);
  });
}

/** The guest chooses another way to wait. */
export function changePreference(whom: Whom, choice: Choice): Step {
  const label = `changePreference ${JSON.stringify(choice)}`;
  return aboutVisit(label, whom, 'admit', (reference, { location }, id) => {
    const isHidden = reference.isHidden(id, location.now);
    const refusal = isHidden ? null : reference.refusalTo('admit', id, location.now);
    same('changePreference', codeOf(location.changePreference(id, choice)), refusal);
    if (refusal === null) reference.choose(id, wishOf(choice));
  });
}

/** The reference does what the location has done. */
function follow(
  reference: Reference,
  id: string,
  action: OwnerAction,
  now: number,
  undone: { places: { first: number; last: number }; at: number },
): void {
  switch (action.kind) {
    case 'admit':
      return reference.admit(id, now);
    case 'remove':
      return reference.remove(id, now);
    case 'arrived':
      return reference.resolve(id, 'arrived', now);
    case 'no-show':
      return reference.resolve(id, 'no_show', now);
    case 'put-back':
      return reference.putBack(id);
    case 'move':
      return reference.move(id, action.position);
    case 'skip':
      return reference.move(id, reference.order.indexOf(id) + 2);
    case 'call-again':
      return reference.callAgain(id, now);
    case 'undo': {
      const { first, last } = undone.places;
      if (undone.at < first || undone.at > last)
        throw new Error(`undone at ${undone.at}, not between ${first} and ${last}`);
      return reference.undo(id, undone.at);
    }
  }
}

function codeOf(decision: Decision): string | null {
  return decision.ok ? null : decision.code;
}

function wishOf({ waitingPreference, phoneNumber, language }: Choice): Wish {
  return { wantsText: waitingPreference === 'wait_anywhere', phone: phoneNumber, language };
}
