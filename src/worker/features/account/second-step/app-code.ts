import { unsealAtRest } from '../../../platform/at-rest.ts';
import type { SecondStep } from './second-step-rows.ts';
import { matchingStep } from './totp.ts';

/** The time step of a code of the user's authenticator app; null for a wrong code. */
export async function stepOfCode(
  env: Env,
  userId: string,
  { stored }: SecondStep,
  code: string,
  now: number,
): Promise<number | null> {
  const secret = await unsealAtRest(env, stored, `second step of ${userId}`);
  // Apps show the six digits in two groups.
  return matchingStep(secret, code.replace(/\s/g, ''), now);
}
