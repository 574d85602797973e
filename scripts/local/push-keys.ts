/** The key that signs reminders by web push on one machine: made once and kept with the state. */
import { createECDH } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Settings } from './settings.ts';

const keys = z.object({ VAPID_PUBLIC_KEY: z.string(), VAPID_PRIVATE_KEY: z.string() });
type PushKeys = z.infer<typeof keys>;

/** A new key of P-256, as the variables of its two halves. */
export function newPushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  const VAPID_PUBLIC_KEY = pair.generateKeys('base64url');
  // A number that begins with zeros is written without them.
  const number = pair.getPrivateKey();
  const VAPID_PRIVATE_KEY = Buffer.concat([Buffer.alloc(32 - number.length), number]).toString('base64url');
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
}

/**
 * The settings with a key of this state folder's own, where none was given. A browser's subscription belongs to one key: one
 * made anew at each start would end them all. Production goes without one until it is given.
 */
export function withPushKeys(settings: Settings): Settings {
  const { vars, stateDir } = settings;
  if (vars.VAPID_PUBLIC_KEY !== '' || vars.APP_ENV !== 'development') return settings;
  const file = path.join(stateDir, 'push-keys');
  if (!existsSync(file)) {
    // Whole or not at all: half a key would stop every later start.
    writeFileSync(`${file}.new`, JSON.stringify(newPushKeys()), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { ...settings, vars: { ...vars, ...keys.parse(JSON.parse(readFileSync(file, 'utf8'))) } };
}
