/** The commands of guests, sent by the page's script, a plain form or a link. */
import type { JoinRequest } from '../../../shared/contracts/guest.ts';
import type { Language } from '../../../shared/languages.ts';
import type { GuestClaim, OutsideCommand } from '../../../shared/queue/commands.ts';
import { answered, type Joined, type Result } from '../../location/rpc.ts';
import { locationById, locationIdOf, parseToken, type LocationStub } from '../../location/stubs.ts';

type Asked = {
  /** The business that the guest asked for: a location of another one answers `not_found`. */
  username: string;
  request: JoinRequest;
  /** The `Idempotency-Key` header; null when the caller sent none. */
  idempotencyKey: string | null;
  language: Language;
  /** The network address behind the request; null where senders are not told apart. */
  sender: string | null;
  /** The token that this browser holds for the business; '' where it has none. */
  cookieToken: string;
};

/**
 * Puts the guest in line at one location, or brings back the visit that this browser has at any location of the business.
 * One call into one object, and no database read where the request names the location's id.
 */
export async function joinByGuest(
  env: Env,
  { username, request, idempotencyKey, language, sender, cookieToken }: Asked,
): Promise<Result<Joined>> {
  const held = parseToken(cookieToken);
  if (held !== null && held.locationId !== request.locationId) {
    const elsewhere = await locationById(env, held.locationId)?.resume({ username, secret: held.secret });
    if (elsewhere?.ok) return elsewhere;
  }
  const id = request.locationId ?? (await locationIdOf(env, username, request.address));
  const location = id === null ? null : locationById(env, id);
  if (location === null) return { ok: false, code: 'not_found' };
  const { firstName, lastName, phoneNumber, numGuests, waitingPreference } = request;
  const result = await location.execute({
    kind: 'join',
    actor: { kind: 'guest' },
    username,
    party: { firstName, lastName, phoneNumber, numGuests, waitingPreference },
    language,
    idempotencyKey,
    sender,
    heldSecret: held?.locationId === id ? held.secret : null,
  });
  return answered('newcomer', result);
}

/** The commands of a guest about the own visit. */
type GuestCommand = Extract<
  OutsideCommand,
  { kind: 'leave' | 'on-my-way' | 'more-time' | 'change-preference' | 'change-language' }
>;
type WithoutVisit<Command> = Command extends unknown ? Omit<Command, 'visit' | 'actor'> : never;

/** Sends a command about the guest's own visit, with its proof; returns the visit afterwards. */
export async function executeByGuest(
  stub: LocationStub,
  claim: GuestClaim,
  asked: WithoutVisit<GuestCommand>,
) {
  return answered('guest', await stub.execute({ ...asked, visit: claim, actor: { kind: 'guest' } }));
}
