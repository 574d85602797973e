/**
 * Migrations may only add to the schema (docs/decisions). All migrations together make exactly the tables of the schema
 * in the code, and no migration drops a table.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const projectRoot = path.dirname(path.dirname(import.meta.dirname));
const migrations = path.join(projectRoot, 'migrations');

test('the migrations make exactly the tables of the schema', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'migrations-'));
  try {
    cpSync(migrations, copy, { recursive: true });
    // `drizzle-kit` accepts only paths below the working folder.
    const out = path.relative(projectRoot, copy);
    const generated = spawnSync(
      path.join(projectRoot, 'node_modules', '.bin', 'drizzle-kit'),
      [
        'generate',
        '--dialect',
        'sqlite',
        '--schema',
        './src/worker/{db/schema/*,development/schema}.ts',
        '--out',
        out,
      ],
      { cwd: projectRoot, encoding: 'utf8', input: '' },
    );
    expect(generated.status, generated.stderr).toBe(0);
    expect(sqlFiles(copy), 'run "npm run db:generate" and commit what it writes').toEqual(
      sqlFiles(migrations),
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
});

// D1 ignores the SQLite setting that would keep the rows of child tables when their parent table is dropped. So a
// migration that drops a parent table would also delete the rows of its child tables.
test.for(sqlFiles(migrations))('%s drops no table', (file) => {
  expect(readFileSync(path.join(migrations, file), 'utf8')).not.toMatch(/drop\s+table/i);
});

function sqlFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
}
