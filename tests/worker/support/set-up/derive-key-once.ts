/**
 * Stands before `derive-key.ts` in the tests of the Worker (`vitest.config.ts`): three of four keys that they ask for were
 * made before, of the same password and salt, and each takes a tenth of a second. That keys differ and fit is the matter of
 * `tests/pure/worker/passwords.test.ts`, without a memory.
 */
import { deriveKey as derive, type Cost } from '../../../../src/worker/platform/derive-key.ts';

/** What was made, not the promise of it: one request may not wait for what another began. */
const made = new Map<string, Buffer>();

export async function deriveKey(
  password: string,
  salt: Uint8Array,
  cost: Cost,
  keyBytes: number,
): Promise<Buffer> {
  const asked = JSON.stringify([password, Buffer.from(salt).toString('hex'), cost, keyBytes]);
  const key = made.get(asked) ?? (await derive(password, salt, cost, keyBytes));
  made.set(asked, key);
  return key;
}
