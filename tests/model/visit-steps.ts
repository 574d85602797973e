/** Steps of guests and owners about one visit. The reference model predicts the refusal of each step. */
import type { StaffAction } from '../../src/shared/queue/commands.ts';
import { isOfVisit } from '../../src/shared/queue/events.ts';
import type { Visit } from '../../src/shared/queue/state.ts';
import { aParty } from '../pure/support/factories.ts';
import { same } from './invariants.ts';
import { positionsOf } from './reference-offer.ts';
import type { TextChoice } from './reference-guest.ts';
import type { Reference } from './reference.ts';
import { aboutGuest, aboutVisit, step, type Step, type Whom } from './step.ts';

/** The way in which a guest wants to wait, with phone number and language. */
export type Choice = Pick<Visit, 'waitingPreference' | 'phoneNumber' | 'language'>;

const guest = { kind: 'guest' } as const;
const owner = { kind: 'owner' } as const;

/**
 * A guest joins from the page. Each guest has another network address, so the limit for one sender is never reached.
 */
export function join(choice: Choice): Step {
  return step(`join ${JSON.stringify(choice)}`, async (reference, { queue }) => {
    const id = `v${reference.tries}`;
    reference.tries += 1;
    const sender = `sender of ${id}`;
    const refusal = reference.refusalToJoin(queue.now());
    same('join', await queue.enter(id, aParty(choice), sender), refusal);
    if (refusal === null) reference.enter(id, sender, textChoiceOf(choice), queue.now());
    return [];
  });
}

export function addWalkIn(choice: Choice): Step {
  return step(`addWalkIn ${JSON.stringify(choice)}`, async (reference, { queue }) => {
    const id = `walk-in ${reference.tries}`;
    reference.tries += 1;
    const refusal = reference.refusalToAdd(queue.now());
    same('addWalkIn', await queue.enter(id, aParty(choice), null), refusal);
    // A walk-in gets texts in English, because the language is unknown.
    if (refusal === null) reference.enter(id, null, { ...textChoiceOf(choice), language: 'en' }, queue.now());
    return [];
  });
}

export function act(whom: Whom, action: StaffAction): Step {
  return aboutVisit(JSON.stringify(action), whom, action.kind, async (reference, { queue }, id) => {
    const toVisit = reference.refusalTo(action.kind, id, queue.now());
    const toChange = action.kind === 'edit' ? reference.refusalToChange(id, action.change) : null;
    const refusal = toVisit ?? toChange;
    const places = positionsOf(reference.offers.of(id), reference.order);
    const code = await queue.execute({ ...action, visit: { id }, actor: owner });
    same(action.kind, code, refusal);
    if (refusal !== null) return;
    const at = (await queue.snapshot()).events.findLast(isOfVisit)?.position ?? 0;
    follow(reference, id, action, queue.now(), { places, at });
  });
}

export function leave(whom: Whom): Step {
  return aboutVisit('leave', whom, 'leave', async (reference, { queue }, id) => {
    const { status } = reference.guest(id);
    const isFine = status === 'left' || reference.isHidden(id, queue.now());
    const refusal = isFine ? null : reference.refusalTo('remove', id, queue.now());
    same('leave', await queue.execute({ kind: 'leave', visit: { id }, actor: guest }), refusal);
    if (refusal === null) reference.leave(id, queue.now());
  });
}

export function cannotCome(whom: Whom): Step {
  const fits = (reference: Reference, id: string, now: number) =>
    reference.guest(id).status === 'admitted' && reference.refusalToCannotCome(id, now) === null;
  return aboutGuest('cannotCome', whom, fits, async (reference, { queue }, id) => {
    const refusal = reference.refusalToCannotCome(id, queue.now());
    same('cannotCome', await queue.execute({ kind: 'cannot-come', visit: { id }, actor: guest }), refusal);
    if (refusal === null && reference.guest(id).status !== 'no_show') reference.cannotCome(id, queue.now());
  });
}

export function changePreference(whom: Whom, choice: Choice): Step {
  const label = `changePreference ${JSON.stringify(choice)}`;
  return aboutVisit(label, whom, 'admit', async (reference, { queue }, id) => {
    const isHidden = reference.isHidden(id, queue.now());
    const refusal = isHidden ? null : reference.refusalTo('admit', id, queue.now());
    const command = { kind: 'change-preference', visit: { id }, ...choice, actor: guest } as const;
    same('changePreference', await queue.execute(command), refusal);
    if (refusal === null) reference.choose(id, textChoiceOf(choice));
  });
}

/** Makes the change of a staff action in the reference model. */
function follow(
  reference: Reference,
  id: string,
  action: StaffAction,
  now: number,
  undone: { places: { first: number; last: number }; at: number },
): void {
  switch (action.kind) {
    case 'admit':
      return reference.admit(id, now);
    case 'remove':
    case 'discard':
      return reference.remove(id, now);
    case 'arrived':
      return reference.resolve(id, 'arrived', now);
    case 'no-show':
      return reference.resolve(id, 'no_show', now);
    case 'put-back':
      return reference.putBack(id, now);
    case 'move':
      return reference.move(id, action.position);
    case 'edit':
      return reference.edit(id, action.change, now);
    case 'skip':
      return reference.move(id, reference.order.indexOf(id) + 2);
    case 'call-again':
      return reference.callAgain(id, now);
    case 'recall':
      return reference.recall(id, undone.at, now);
    case 'undo': {
      const { first, last } = undone.places;
      if (undone.at === 0) return reference.undo(id, 0, now);
      if (undone.at < first || undone.at > last)
        throw new Error(`undone at ${undone.at}, not between ${first} and ${last}`);
      return reference.undo(id, undone.at, now);
    }
  }
}

function textChoiceOf({ waitingPreference, phoneNumber, language }: Choice): TextChoice {
  return { wantsText: waitingPreference === 'wait_anywhere', phone: phoneNumber, language };
}
