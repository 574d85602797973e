import { unsealAtRest } from '../../../platform/at-rest.ts';
import type { SecondStep } from './second-step-rows.ts';
import { matchingStep } from './totp.ts';

/** Returns the time step to which a code of the user's authenticator app belongs; null if the code is wrong. */
export async function stepOfCode(
  env: Env,
  userId: string,
  { stored }: SecondStep,
  code: string,
  now: number,
): Promise<number | null> {
  const secret = await unsealAtRest(env, stored, `second step of ${userId}`);
  // Apps show the six digits in two groups, so users may type a space between the groups.
  return matchingStep(secret, code.replace(/\s/g, ''), now);
}
