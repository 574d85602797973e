/** Names of the actors in a location's event log, which has only ids. */
import { database } from '../db/client.ts';
import { retryable } from '../db/errors.ts';
import { namesOfMembers } from './membership-rows.ts';

/**
 * The members of a business, by the actor of their commands. A former member is not there, and so has no name. A member who
 * has told none has ''.
 */
export class ActorNames {
  readonly #members: Awaited<ReturnType<typeof namesOfMembers>>;
  readonly #names: ReadonlyMap<string, string>;

  static async of(env: Env, businessId: string): Promise<ActorNames> {
    return new ActorNames(await retryable(namesOfMembers(database(env), businessId)));
  }

  private constructor(members: Awaited<ReturnType<typeof namesOfMembers>>) {
    this.#members = members;
    this.#names = new Map(members.map(({ userId, name }) => [actorIn(userId), name ?? '']));
  }

  /** The event with the name of its actor, if a present member did it. */
  named<Event extends { actor: string }>(event: Event): Event & { actorName?: string } {
    const actorName = this.#names.get(event.actor);
    return { ...event, ...(actorName !== undefined && { actorName }) };
  }

  /** The members who may reach a location, without an owner who never was anything else. */
  at(locationId: string): { actor: string; name: string }[] {
    return this.#members
      .filter(({ role, name }) => role !== 'owner' || name !== null)
      .filter(({ locationIds }) => locationIds === null || locationIds.includes(locationId))
      .map(({ userId, name }) => ({ actor: actorIn(userId), name: name ?? '' }));
  }
}

function actorIn(userId: string): string {
  return `member:${userId}`;
}
