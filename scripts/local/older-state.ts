/** Refuses state folders whose database is older than the first migration of this release. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { projectRoot } from './settings.ts';

/**
 * The sentence that refuses a state folder from before 0.2.0, or a folder with an unreadable database; null for any
 * other folder. The folder is not changed.
 */
export function olderStateProblem(stateDir: string): string | null {
  const [firstMigration] = readdirSync(path.join(projectRoot, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  try {
    const first = firstMigrationOf(path.join(stateDir, 'v3', 'd1', 'miniflare-D1DatabaseObject'));
    if (first === null || first === firstMigration) return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The state in ${stateDir} cannot be read (${reason}). Set STATE_DIR to another folder.`;
  }
  return `The state in ${stateDir} was written by a Holdline older than 0.2.0, which this one cannot read; nothing in it was changed. Move that folder away to begin anew, or set STATE_DIR to another folder.`;
}

/**
 * The first migration that was applied to the database in this folder; null if the folder has no database, or if no
 * migration was applied.
 */
function firstMigrationOf(folder: string): string | null {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = files.find((name) => name.endsWith('.sqlite') && !name.startsWith('metadata'));
  if (file === undefined) return null;
  try {
    return firstRow(path.join(folder, file));
  } finally {
    // In WAL mode, SQLite creates files beside the database, and leaves these files there after read-only access.
    const made = readdirSync(folder).filter((name) => name.startsWith(file) && !files.includes(name));
    for (const name of made) rmSync(path.join(folder, name));
  }
}

function firstRow(file: string): string | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const isThere = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`).get();
    if (isThere === undefined) return null;
    const row = database.prepare('SELECT name FROM d1_migrations ORDER BY id LIMIT 1').get();
    return row === undefined ? null : String(row['name']);
  } finally {
    database.close();
  }
}
