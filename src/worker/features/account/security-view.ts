import type { SecurityView } from '../../../shared/contracts/account/security.ts';
import { database } from '../../db/client.ts';
import { needsMailedCode } from './mailed-code.ts';
import { pendingEmailOf } from './sign-up/email-verifications.ts';
import { sessionId } from './session/end-sessions.ts';
import { passkeysOf } from './passkeys/passkey-rows.ts';
import { countRecoveryCodes, findSecondStep } from './second-step/second-step-rows.ts';
import { sessionsOf, type LoggedIn } from '../../identity/sessions.ts';

/** A user's address, second step, passkeys and sessions, as the user sees them. */
export async function securityViewOf(
  env: Env,
  { user, sessionTokenHash }: LoggedIn,
  now: number,
): Promise<SecurityView> {
  const db = database(env);
  const [pendingEmail, secondStep, recoveryCodesLeft, passkeys, sessions] = await Promise.all([
    pendingEmailOf(db, user.id, now),
    findSecondStep(db, user.id),
    countRecoveryCodes(db, user.id),
    passkeysOf(db, user.id),
    sessionsOf(db, user.id, now),
  ]);
  return {
    email: user.email,
    emailVerified: user.emailVerifiedAt !== null,
    pendingEmail,
    deletionNeedsCode: needsMailedCode(user, now),
    phone: user.phone,
    phoneProven: user.phoneProvenAt !== null,
    secondStep: {
      on: secondStep?.isOn ?? false,
      kind: secondStep?.kind ?? 'app',
      recoveryCodesLeft,
    },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
    sessions: sessions.map(({ tokenHash, device, createdAt, lastUsedAt }) => ({
      id: sessionId(tokenHash),
      device,
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: new Date(lastUsedAt).toISOString(),
      current: tokenHash === sessionTokenHash,
    })),
  };
}
