/** The passphrase that seals the secrets of export files, from `EXPORT_PASSPHRASE` or the terminal. */
import { randomBytes } from 'node:crypto';
import type { FileSealing } from '../../src/shared/contracts/business-file.ts';
import type { FileSeal } from '../../src/shared/contracts/operator.ts';
import { sealingKey, type SealingKey } from '../../src/worker/platform/sealing.ts';
import { askSilently, stop } from './terminal.ts';

const MIN_LENGTH = 12;
/** The rounds that OWASP recommends for PBKDF2 with SHA-256. These rounds take half a second. */
const ROUNDS = 600_000;

/** Asks for a new passphrase, and derives a key from the passphrase with a new salt. */
export async function askForSeal(): Promise<FileSeal> {
  const given = process.env['EXPORT_PASSPHRASE'];
  const passphrase = given ?? (await askSilently('New passphrase that seals the secrets in the file: '));
  if (passphrase.length < MIN_LENGTH) stop(`The passphrase must have at least ${MIN_LENGTH} characters.`);
  if (given === undefined && (await askSilently('The same again: ')) !== passphrase)
    stop('The two passphrases differ.');
  const sealing = { salt: randomBytes(16).toString('base64url'), rounds: ROUNDS };
  return { ...sealing, key: (await derive(passphrase, sealing)).toString('base64url') };
}

/** Asks for the passphrase of a file, and derives the file's key from the passphrase. */
export async function askForKey(sealing: FileSealing): Promise<SealingKey> {
  const passphrase = process.env['EXPORT_PASSPHRASE'] ?? (await askSilently('Passphrase of the file: '));
  return sealingKey(Uint8Array.from(await derive(passphrase, sealing)));
}

async function derive(passphrase: string, { salt, rounds }: FileSealing): Promise<Buffer> {
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const how = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: Uint8Array.from(Buffer.from(salt, 'base64url')),
    iterations: rounds,
  };
  return Buffer.from(await crypto.subtle.deriveBits(how, material, 256));
}
