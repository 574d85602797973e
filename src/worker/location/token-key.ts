/**
 * The secret key of a location's object. The stored key is sealed (`platform/at-rest.ts`). The key is unsealed once, at
 * the start of the object, because unsealing is asynchronous. The plain key is then in memory.
 */
import { FILE_KEY_COLUMN } from '../../shared/contracts/business-file.ts';
import { newestSealIn, sealAtRest, unsealAtRest } from '../platform/at-rest.ts';
import { newTokenKey } from './guests/token.ts';
import type { StagedRows } from './store/staged-tables.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

/** A new key: in plain, and sealed for the storage. */
export async function newSealedKey(
  env: Env,
  locationId: string,
): Promise<{ plain: Uint8Array; stored: string }> {
  const plain = newTokenKey();
  const stored = await sealAtRest(env, Buffer.from(plain).toString('hex'), `key of ${locationId}`);
  return { plain, stored };
}

/** Unseals the key of an opened location. Call this function at each start of the object, and after an import. */
export async function unlockKey(env: Env, { locationId, keyRow }: SqliteStorage): Promise<void> {
  const plain = await unsealAtRest(env, keyRow.storedKey(), `key of ${locationId}`);
  keyRow.unlock(Uint8Array.from(Buffer.from(plain, 'hex')));
}

/**
 * Seals the key of an opened location by the newest secret. Returns false if the newest secret has already sealed the
 * key.
 */
export async function resealKey(env: Env, storage: SqliteStorage): Promise<boolean> {
  const { locationId, keyRow } = storage;
  if (keyRow.storedKey().startsWith(newestSealIn(env))) return false;
  const plain = Buffer.from(storage.tokenKey()).toString('hex');
  const stored = await sealAtRest(env, plain, `key of ${locationId}`);
  if (storage.location() !== null) keyRow.storeKey(stored);
  return true;
}

/** Seals the key in the rows of an import. In these rows the key is written in hexadecimal digits. */
export async function withSealedKey(env: Env, locationId: string, rows: StagedRows): Promise<StagedRows> {
  const at = rows.columns.indexOf(FILE_KEY_COLUMN);
  if (at === -1) return rows;
  const sealed = rows.rows.map(async (row) => {
    const stored = await sealAtRest(env, String(row[at]), `key of ${locationId}`);
    return row.with(at, Buffer.from(stored).toString('hex'));
  });
  return { ...rows, rows: await Promise.all(sealed) };
}
