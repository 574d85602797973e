/** Commands to a location's object and their answers. `location` can be a stub or the object itself. */
import type { JoinRequest, ChosenPreference } from '../../../src/shared/contracts/guest.ts';
import type { Language } from '../../../src/shared/languages.ts';
import type { WalkInRequest } from '../../../src/shared/contracts/line.ts';
import type {
  GuestClaim,
  OutsideCommand,
  StaffAction,
  VisitRef,
} from '../../../src/shared/queue/commands.ts';
import type { CreditsSet } from '../../../src/shared/queue/rules/credits.ts';
import type { SettingsChange } from '../../../src/shared/queue/settings.ts';
import { answered, type CommandResult, type Result } from '../../../src/worker/location/rpc.ts';

type Location = { execute(command: OutsideCommand): Promise<Result<CommandResult>> };

const guest = { kind: 'guest' } as const;
const owner = { kind: 'owner' } as const;
const system = { kind: 'system' } as const;

export type JoinCall = {
  username: string;
  request: JoinRequest;
  idempotencyKey: string | null;
  sender: string | null;
  heldSecret: string | null;
  language: Language;
};

export async function join(location: Location, { request, ...call }: JoinCall) {
  const { firstName, lastName, phoneNumber, numGuests, waitingPreference } = request;
  const party = { firstName, lastName, phoneNumber, numGuests, waitingPreference };
  return answered('newcomer', await location.execute({ kind: 'join', actor: guest, party, ...call }));
}

export async function addWalkIn(
  location: Location,
  { request: party, idempotencyKey }: { request: WalkInRequest; idempotencyKey: string | null },
) {
  const command = { kind: 'add-walk-in', actor: owner, party, idempotencyKey } as const;
  return answered('staff', await location.execute(command));
}

export async function act(location: Location, visit: VisitRef, action: StaffAction) {
  return answered('staff', await location.execute({ ...action, visit, actor: owner }));
}

export async function leave(location: Location, visit: GuestClaim) {
  return answered('guest', await location.execute({ kind: 'leave', actor: guest, visit }));
}

/** Erases a guest's data as the guest. */
export async function eraseGuest(location: Location, visit: GuestClaim) {
  return answered('guest', await location.execute({ kind: 'erase-guest', actor: guest, visit }));
}

export async function changePreference(
  location: Location,
  visit: GuestClaim,
  change: ChosenPreference,
  language: Language,
) {
  const command = { kind: 'change-preference', actor: guest, visit, ...change, language } as const;
  return answered('guest', await location.execute(command));
}

export async function changeSettings(location: Location, change: SettingsChange) {
  return answered('account', await location.execute({ kind: 'change-settings', actor: owner, change }));
}

export async function setCredits(location: Location, set: CreditsSet) {
  return answered(
    'account',
    await location.execute({ kind: 'set-credits', actor: { kind: 'operator' }, set }),
  );
}

export async function close(location: Location) {
  return answered('account', await location.execute({ kind: 'close', actor: system }));
}
