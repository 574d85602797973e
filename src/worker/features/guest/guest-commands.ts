/** Commands of guests, from the page's script, a plain form or a link. */
import type { JoinRequest } from '../../../shared/contracts/guest.ts';
import type { Language } from '../../../shared/languages.ts';
import type { GuestClaim, HumanCheck, OutsideCommand } from '../../../shared/queue/commands.ts';
import { answered, type Joined, type Result } from '../../location/rpc.ts';
import {
  atAddress,
  locationById,
  parseToken,
  type LocationStub,
  type Visitor,
} from '../../location/stubs.ts';

/** A join that a guest asks for. */
export type AskedJoin = {
  /** The business of the request. A location of another business answers `not_found`. */
  username: string;
  request: JoinRequest;
  /** The `Idempotency-Key` header; null without this header. */
  idempotencyKey: string | null;
  language: Language;
  /** The request's network address; null if the server does not distinguish senders. */
  sender: string | null;
  /** The outcome of the bot check for this request. */
  humanCheck: HumanCheck;
  /** The token in this browser's cookie for the business; '' without a cookie. */
  cookieToken: string;
  /** The sender for the look-up of the business. The look-up is needed only if the request has no location id. */
  visitor: Visitor;
};

/**
 * Joins the guest at a location, or resumes the live visit of this browser at any location of the business. If the
 * request has the location's id, the join is one call to an object and reads no database. If this browser's cookie
 * belongs to another location, that location's object is called first. If the cookie's visit is live at that location,
 * the guest gets this visit and does not join.
 */
export async function joinByGuest(
  env: Env,
  { username, request, idempotencyKey, language, sender, humanCheck, cookieToken, visitor }: AskedJoin,
): Promise<Result<Joined>> {
  const held = parseToken(cookieToken);
  if (held !== null && held.locationId !== request.locationId) {
    const elsewhere = await locationById(env, held.locationId)?.resume({ username, secret: held.secret });
    if (elsewhere?.ok) return elsewhere;
  }
  const { firstName, lastName, phoneNumber, numGuests, waitingPreference } = request;
  const joinAt = async (id: string): Promise<Result<Joined>> => {
    const result = await locationById(env, id)?.execute({
      kind: 'join',
      actor: { kind: 'guest' },
      username,
      party: { firstName, lastName, phoneNumber, numGuests, waitingPreference },
      language,
      idempotencyKey,
      sender,
      humanCheck,
      heldSecret: held?.locationId === id ? held.secret : null,
    });
    return result === undefined ? { ok: false, code: 'not_found' } : answered('newcomer', result);
  };
  if (request.locationId !== undefined) return joinAt(request.locationId);
  return atAddress(env, { username, address: request.address }, visitor, joinAt);
}

/** Commands of guests about their own visit. */
type GuestCommand = Extract<
  OutsideCommand,
  {
    kind:
      | 'leave'
      | 'cannot-come'
      | 'on-my-way'
      | 'more-time'
      | 'change-preference'
      | 'change-language'
      | 'erase-guest';
  }
>;
type WithoutVisit<Command> = Command extends unknown ? Omit<Command, 'visit' | 'actor'> : never;

/** Executes a command about the guest's own visit, which `claim` proves. Returns the visit after the command. */
export async function executeByGuest(
  stub: LocationStub,
  claim: GuestClaim,
  asked: WithoutVisit<GuestCommand>,
) {
  return answered('guest', await stub.execute({ ...asked, visit: claim, actor: { kind: 'guest' } }));
}
