/** Finds a state folder that was written before the present schema began. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { projectRoot } from './settings.ts';

/** The sentence that refuses a state folder of before 0.2.0; null for any other. The folder is left as it is. */
export function olderStateProblem(stateDir: string): string | null {
  const [firstMigration] = readdirSync(path.join(projectRoot, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const first = firstMigrationOf(path.join(stateDir, 'v3', 'd1', 'miniflare-D1DatabaseObject'));
  if (first === null || first === firstMigration) return null;
  return `The state in ${stateDir} was written by a Holdline older than 0.2.0, which this one cannot read; nothing in it was changed. Move that folder away to begin anew, or set STATE_DIR to another folder.`;
}

/** The migration that began the database in this folder; null where there is no database, or none was applied. */
function firstMigrationOf(folder: string): string | null {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.includes('.sqlite') && !name.startsWith('metadata'))
    : [];
  const database = files.find((name) => name.endsWith('.sqlite'));
  if (database === undefined) return null;
  // A copy is read: SQLite writes files beside a database that it opens.
  const copy = mkdtempSync(path.join(tmpdir(), 'holdline-state-'));
  try {
    for (const name of files) copyFileSync(path.join(folder, name), path.join(copy, name));
    return firstRow(path.join(copy, database));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function firstRow(file: string): string | null {
  const database = new DatabaseSync(file);
  try {
    const isThere = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'`).get();
    if (isThere === undefined) return null;
    const row = database.prepare('SELECT name FROM d1_migrations ORDER BY id LIMIT 1').get();
    return row === undefined ? null : String(row['name']);
  } finally {
    database.close();
  }
}
