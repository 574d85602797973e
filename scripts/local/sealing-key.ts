/** The key with which one machine encrypts stored secrets: generated once and stored in the state folder. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { developmentSealingKey } from '../../src/worker/platform/config-variables.ts';
import type { Settings } from './settings.ts';

/** Replaces the published development key in the settings with the key of the state folder. */
export function withSealingKey(settings: Settings): Settings {
  const { vars, stateDir } = settings;
  if (vars.SEALING_KEYS !== developmentSealingKey) return settings;
  const file = path.join(stateDir, 'sealing-key');
  if (!existsSync(file)) {
    // The key is written to a new file, which is then renamed, because the sealed secrets would be lost with a
    // half-written key.
    writeFileSync(`${file}.new`, randomBytes(48).toString('base64'), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { ...settings, vars: { ...vars, SEALING_KEYS: readFileSync(file, 'utf8') } };
}
