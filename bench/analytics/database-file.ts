/** Opens the local runtime's D1 database file directly. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Opens the only database of a state folder while no runtime uses it. */
export function openDatabase(stateDir: string): DatabaseSync {
  const folder = path.join(stateDir, 'v3', 'd1', 'miniflare-D1DatabaseObject');
  const [file, ...others] = readdirSync(folder).filter(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  );
  if (file === undefined || others.length > 0)
    throw new Error(`${folder} does not hold exactly one database`);
  return new DatabaseSync(path.join(folder, file));
}
