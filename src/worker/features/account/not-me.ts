/**
 * "This was not me": the link in mails about an account. It ends all log-ins and the password, undoes the change that
 * the mail was about, and holds further changes for 72 hours (`docs/decisions/0030-verified-addresses.md`).
 */
import { createMiddleware } from 'hono/factory';
import { sql } from 'drizzle-orm';
import { securityCopy } from '../../../shared/copy/en/security.ts';
import { NOT_ME_MS } from '../../../shared/limits.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { consumeRateLimit, limits } from '../../http/rate-limits.ts';
import { ownedBusinessId } from '../../identity/accounts.ts';
import { openLocations } from '../../identity/location-rows.ts';
import { deleteSessionsOf } from '../../identity/sessions.ts';
import { holdChanges, isFreeAddress, setPasswordHash, setVerifiedEmail } from '../../identity/users.ts';
import type { Config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { hashOfNobody } from '../../platform/passwords.ts';
import { readFacts, signFacts } from '../../platform/signed-facts.ts';
import { deleteResetsOf } from './password/password-resets.ts';
import { deleteSecondStep } from './second-step/second-step-rows.ts';
import type { NotConfirmed } from './session/confirm-owner.ts';
import { closeOwnerSockets } from './session/owner-sockets.ts';
import { deleteVerificationsOf } from './sign-up/email-verifications.ts';

const PURPOSE = 'not me';

/** What the link undoes: `email` was the address before. */
type Undo = { secondStepOn: true } | { email: string };

/** The link of a mail about this user. */
export function notMeLink(
  { origin, phoneHashKey }: Pick<Config, 'origin' | 'phoneHashKey'>,
  userId: string,
  now: number,
  undo?: Undo,
): string {
  const email = undo !== undefined && 'email' in undo ? undo.email : '';
  const secondStep = undo !== undefined && 'secondStepOn' in undo ? 'on' : '';
  const facts = [userId, String(now), secondStep, Buffer.from(email).toString('base64url')];
  return `${origin}/not-me?token=${encodeURIComponent(signFacts(phoneHashKey, PURPOSE, facts))}`;
}

/** Follows such a link. Idempotent within its time. Refusals name `token`. */
export async function notMe(
  env: Env,
  key: string,
  { token, sender }: { token: string; sender: string | null },
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const within = await consumeRateLimit(env, limits.verifyPerAddress, sender, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  const [userId = '', at, secondStep, encoded = ''] = readFacts(key, PURPOSE, token) ?? [];
  if (userId === '' || now >= Number(at) + NOT_ME_MS) return linkEnded();
  const email = Buffer.from(encoded, 'base64url').toString();
  const db = database(env);
  const businessId = await retryable(ownedBusinessId(db, userId));
  if (businessId === null) return linkEnded();
  const always = sql`true`;
  const [, ended, locations] = await retryable(
    db.batch([
      setPasswordHash(db, userId, hashOfNobody, always),
      deleteSessionsOf(db, userId),
      openLocations(db, businessId),
      holdChanges(db, userId, now + NOT_ME_MS),
      deleteResetsOf(db, userId, always),
      deleteVerificationsOf(db, userId, always),
      ...(secondStep === 'on' ? deleteSecondStep(db, userId) : []),
      ...(email === ''
        ? []
        : [setVerifiedEmail(db, userId, { email, now }, isFreeAddress(db, userId, email))]),
    ]),
  );
  log({ event: 'account_changed', action: 'not_me', businessId });
  await closeOwnerSockets(
    env,
    locations,
    ended.map(({ tokenHash }) => tokenHash),
  );
  return { ok: true };
}

/** Refuses changes of an account while they are on hold. Comes after `requireOwner`. */
export const notOnHold = createMiddleware<AppContext>(async (c, next) => {
  const until = c.var.owner.user.changesHeldUntil;
  if (until !== null && Date.now() < until) return refuse(c, 'changes_held');
  await next();
});

function linkEnded(): NotConfirmed {
  return { ok: false, code: 'invalid_input', fieldErrors: { token: [securityCopy.email.linkEnded] } };
}
