import type { SecurityView } from '../../../shared/contracts/account-security.ts';
import { database } from '../../db/client.ts';
import { pendingEmailOf } from './sign-up/email-verifications.ts';
import { sessionId } from './session/end-sessions.ts';
import { countRecoveryCodes, findSecondStep } from './second-step/second-step-rows.ts';
import { sessionsOf, type Owner } from '../../identity/sessions.ts';

/** The account's address, second step and log-ins as its owner sees them. */
export async function securityViewOf(
  env: Env,
  { business, sessionTokenHash }: Owner,
  now: number,
): Promise<SecurityView> {
  const db = database(env);
  const [pendingEmail, secondStep, recoveryCodesLeft, sessions] = await Promise.all([
    pendingEmailOf(db, business.id, now),
    findSecondStep(db, business.id),
    countRecoveryCodes(db, business.id),
    sessionsOf(db, business.id, now),
  ]);
  return {
    email: business.email,
    emailVerified: business.emailVerifiedAt !== null,
    pendingEmail,
    secondStep: { on: secondStep?.isOn ?? false, recoveryCodesLeft },
    sessions: sessions.map(({ tokenHash, device, createdAt, lastUsedAt }) => ({
      id: sessionId(tokenHash),
      device,
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: new Date(lastUsedAt).toISOString(),
      current: tokenHash === sessionTokenHash,
    })),
  };
}
