/** The web push (VAPID) key pair of one machine: generated once and stored in the state folder. */
import { createECDH } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Settings } from './settings.ts';

const keys = z.object({ VAPID_PUBLIC_KEY: z.string(), VAPID_PRIVATE_KEY: z.string() });
type PushKeys = z.infer<typeof keys>;

/** A new P-256 key pair, as the values of its two environment variables. */
export function newPushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  const VAPID_PUBLIC_KEY = pair.generateKeys('base64url');
  // Node omits leading zeros of the private key, so the zeros are added here.
  const number = pair.getPrivateKey();
  const VAPID_PRIVATE_KEY = Buffer.concat([Buffer.alloc(32 - number.length), number]).toString('base64url');
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
}

/**
 * If the settings contain no key pair, adds the key pair of the state folder to the settings. A browser's subscription
 * belongs to one key, so a new key at each start would end all subscriptions. Production has no push until a key is
 * configured.
 */
export function withPushKeys(settings: Settings): Settings {
  const { vars, stateDir } = settings;
  if (vars.VAPID_PUBLIC_KEY !== '' || vars.APP_ENV !== 'development') return settings;
  const file = path.join(stateDir, 'push-keys');
  if (!existsSync(file)) {
    // The key is written to a new file, which is then renamed, because a half-written key would make every later start
    // fail.
    writeFileSync(`${file}.new`, JSON.stringify(newPushKeys()), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { ...settings, vars: { ...vars, ...keys.parse(JSON.parse(readFileSync(file, 'utf8'))) } };
}
