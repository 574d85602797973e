/**
 * Secrets that are stored encrypted ("sealed"): seeds of authenticator apps and the keys of locations. The newest key
 * of `SEALING_KEYS` seals all new values, and every key of `SEALING_KEYS` can unseal. Values that an earlier release
 * stored are plain until `npm run rotate` seals them.
 */
import { checkedConfig } from './checked-config.ts';
import { isSealed, keyOfSecret, seal, sealOf, unseal, type SealingKey } from './sealing.ts';

/** The owner of a sealed value: a value sealed for one owner cannot be used for another. */
export type Sealed = `second step of ${string}` | `key of ${string}`;

export async function sealAtRest(env: Env, plain: string, of: Sealed): Promise<string> {
  return seal(keysOf(env).newest, plain, of);
}

/** The plain value. Throws if the key is not configured, the value was changed, or `of` is another owner. */
export async function unsealAtRest(env: Env, stored: string, of: Sealed): Promise<string> {
  if (!isSealed(stored)) return stored;
  const plain = await unseal(keysOf(env).all, stored, of);
  if (plain === null) throw new Error('A sealed value cannot be read with the configured SEALING_KEYS');
  return plain;
}

/** The prefix of every value that the newest key has sealed. */
export function newestSealIn(env: Env): string {
  return sealOf(keysOf(env).newest);
}

function keysOf(env: Env): { newest: SealingKey; all: SealingKey[] } {
  const checked = checkedConfig(env);
  const all = checked.ok ? checked.config.sealingSecrets.map(keyOfSecret) : [];
  const [newest] = all;
  if (newest === undefined) throw new Error('The configuration is wrong, so there is no key');
  return { newest, all };
}
