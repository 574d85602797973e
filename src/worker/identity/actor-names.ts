/** Names of the actors in a location's event log. The log contains only ids. */
import { memberInWord } from '../../shared/queue/events.ts';
import { database } from '../db/client.ts';
import { retryable } from '../db/errors.ts';
import { namesOfMembers } from './membership-rows.ts';

/**
 * The members of a business, by their actor in the log. Former members are missing, so their actors have no name. The
 * name of a member who has not entered a name is ''. The present owner has the actor `owner` and no name.
 */
export class ActorNames {
  readonly #members: Awaited<ReturnType<typeof namesOfMembers>>;
  readonly #names: ReadonlyMap<string, string>;
  /** The present owner's actor in the log; null if the business has no owner. */
  readonly owner: string | null;

  static async of(env: Env, businessId: string): Promise<ActorNames> {
    return new ActorNames(await retryable(namesOfMembers(database(env), businessId)));
  }

  private constructor(members: Awaited<ReturnType<typeof namesOfMembers>>) {
    const owner = members.find(({ role }) => role === 'owner');
    this.owner = owner === undefined ? null : memberInWord(owner.userId);
    this.#members = members.filter((member) => member !== owner);
    this.#names = new Map(this.#members.map(({ userId, name }) => [memberInWord(userId), name ?? '']));
  }

  /** Adds the actor's name to the event, if the actor is a present member. */
  named<Event extends { actor: string }>(event: Event): Event & { actorName?: string } {
    const actor = event.actor === this.owner ? 'owner' : event.actor;
    const actorName = this.#names.get(actor);
    return { ...event, actor, ...(actorName !== undefined && { actorName }) };
  }

  /** The members who may reach a location, without the owner. */
  at(locationId: string): { actor: string; name: string }[] {
    return this.#members
      .filter(({ locationIds }) => locationIds === null || locationIds.includes(locationId))
      .map(({ userId, name }) => ({ actor: memberInWord(userId), name: name ?? '' }));
  }
}
