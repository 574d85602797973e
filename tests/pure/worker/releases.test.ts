/**
 * During a deployment two releases run at the same time, so a later schema must keep everything that an earlier release
 * uses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { schemaOf } from '../../../scripts/release/database-dump.ts';
import { accountAnswer } from '../../../src/shared/contracts/account/view.ts';
import { statusAnswer } from '../../../src/shared/contracts/guest.ts';
import { migrations as steps } from '../../../src/worker/location/store/migrations.ts';

const projectRoot = path.join(import.meta.dirname, '../../..');
const releases = readdirSync(path.join(projectRoot, 'tests', 'releases'));

/** The table in which the object stores the completed steps of its schema. */
const stepTable = 'CREATE TABLE IF NOT EXISTS schema_step (step INTEGER PRIMARY KEY) STRICT';
const files = readdirSync(path.join(projectRoot, 'migrations'))
  .filter((file) => file.endsWith('.sql'))
  .toSorted();

test('there is a release to compare with', () => {
  expect(releases).toContain('0.2.0');
});

test.for(releases)('the migrations that made the schemas of %s still make them', (release) => {
  const kept = schemasOf(release);
  const { database, location } = schemasAt(kept.files, kept.steps);
  expect(schemaOf(database).filter((sql) => !/d1_migrations/.test(sql))).toEqual(kept.database);
  expect(schemaOf(location)).toEqual(kept.location);
});

test.for(releases)('all tables and columns of %s still exist, and no new ones are required', (release) => {
  const kept = schemasOf(release);
  const then = schemasAt(kept.files, kept.steps);
  const now = schemasAt(files, steps.length);
  expect(brokenPromises(then.database, now.database)).toEqual([]);
  expect(brokenPromises(then.location, now.location)).toEqual([]);
});

test('a page of this release reads the answers of an object of the latest release', () => {
  const latest = releases.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  const told: unknown = JSON.parse(
    readFileSync(path.join(projectRoot, `tests/releases/${latest}/told.json`), 'utf8'),
  );
  const guest = z.object({ status: statusAnswer });
  expect(
    z.object({ me: accountAnswer, guests: z.record(z.string(), guest) }).safeParse(told).error,
  ).toBeUndefined();
});

const base = 'CREATE TABLE visit (id TEXT PRIMARY KEY, name TEXT NOT NULL, note TEXT)';

test.for([
  ['a new column that may stay empty', 'ALTER TABLE visit ADD COLUMN size INTEGER', []],
  ['a new column with a default', "ALTER TABLE visit ADD COLUMN kind TEXT NOT NULL DEFAULT 'x'", []],
  ['a new table', 'CREATE TABLE guest (id TEXT NOT NULL UNIQUE)', []],
  ['a new index', 'CREATE INDEX visit_name ON visit (name)', []],
  ['a column that goes', 'ALTER TABLE visit DROP COLUMN note', ['visit.note has changed or is gone']],
  [
    'a column with another name',
    'ALTER TABLE visit RENAME COLUMN note TO words',
    ['visit.note has changed or is gone'],
  ],
  ['a table with another name', 'ALTER TABLE visit RENAME TO stay', ['visit is gone']],
  [
    'a rule that older code does not know',
    'CREATE UNIQUE INDEX one_name ON visit (name)',
    ['visit: CREATE UNIQUE INDEX one_name ON visit (name)'],
  ],
  [
    'a rule about a new column',
    'ALTER TABLE visit ADD COLUMN code TEXT; CREATE UNIQUE INDEX one_code ON visit (`code`)',
    [],
  ],
  [
    'a check on what older code writes',
    "ALTER TABLE visit ADD COLUMN even INTEGER DEFAULT 0 CHECK (note <> '')",
    ["visit: CHECK (note <> '')"],
  ],
  [
    'a table made anew with a column that has to be filled',
    'DROP TABLE visit; CREATE TABLE visit (id TEXT PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL, size INTEGER NOT NULL)',
    ['visit.note has changed or is gone', 'visit.size has to be filled'],
  ],
  [
    'something that happens by itself',
    'CREATE TRIGGER forget AFTER INSERT ON visit BEGIN DELETE FROM visit; END',
    ['visit: CREATE TRIGGER forget AFTER INSERT ON visit BEGIN DELETE FROM visit; END'],
  ],
] as const)('what breaks an older release is found: %s', ([, change, promises]) => {
  expect(brokenPromises(sqlite([base]), sqlite([base, change]))).toEqual(promises);
});

/** The schemas and the migrations that a release has. */
function schemasOf(release: string) {
  const lines = (file: string) =>
    readFileSync(path.join(projectRoot, 'tests', 'releases', release, file), 'utf8')
      .split('\n')
      .map((line) => line.replace(/;$/, ''));
  const [database, location] = [lines('database.sql'), lines('location.sql')];
  return {
    database: database.filter((line) => line.startsWith('CREATE') && !/d1_migrations/.test(line)),
    location: location.filter((line) => line.startsWith('CREATE')),
    files: database.flatMap((line) => /INTO "d1_migrations".*'([^']+\.sql)'/.exec(line)?.[1] ?? []),
    steps: location.filter((line) => line.startsWith('INSERT INTO "schema_step"')).length,
  };
}

function schemasAt(migrationFiles: readonly string[], stepCount: number) {
  const texts = migrationFiles.map((file) =>
    readFileSync(path.join(projectRoot, 'migrations', file), 'utf8'),
  );
  return { database: sqlite(texts), location: sqlite([stepTable, ...steps.slice(0, stepCount)]) };
}

function sqlite(statements: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  for (const statement of statements) database.exec(statement);
  return database;
}

/** Changes of a schema from `then` to `now` that break code of an earlier release. */
function brokenPromises(then: DatabaseSync, now: DatabaseSync): string[] {
  return tablesOf(then).flatMap((table) => {
    const [before, after] = [columnsOf(then, table), columnsOf(now, table)];
    if (after.size === 0) return [`${table} is gone`];
    const changed = [...before].filter(([name, column]) => after.get(name) !== column);
    const added = [...after].filter(([name]) => !before.has(name));
    const unfillable = added.filter(([, column]) => /notnull=1 default=null/.test(column));
    const known = rulesOf(then, table);
    return [
      ...changed.map(([name]) => `${table}.${name} has changed or is gone`),
      ...unfillable.map(([name]) => `${table}.${name} has to be filled`),
      ...rulesOf(now, table)
        .filter((rule) => !known.includes(rule) && !isUniqueAmong(added, rule))
        .map((rule) => `${table}: ${rule}`),
    ];
  });
}

/**
 * Whether all columns that the rule makes unique are new columns. Earlier code writes NULL into new columns, and a
 * unique index accepts any number of NULLs.
 */
function isUniqueAmong(added: readonly (readonly [string, string])[], rule: string): boolean {
  const columns = /^CREATE UNIQUE INDEX .* \(([^()]*)\)$/i
    .exec(rule)?.[1]
    ?.split(/[`,\s]+/)
    .filter(Boolean);
  return columns?.every((column) => added.some(([name]) => name === column)) ?? false;
}

function tablesOf(database: DatabaseSync): string[] {
  const tables = database.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid`,
  );
  return tables.all().map(({ name }) => String(name));
}

function columnsOf(database: DatabaseSync, table: string): Map<string, string> {
  const columns = database.prepare(`SELECT * FROM pragma_table_info(?)`).all(table);
  return new Map(
    columns.map(({ name, type, notnull, dflt_value, pk }) => [
      String(name),
      `${String(type)} notnull=${String(notnull)} default=${String(dflt_value)} pk=${String(pk)}`,
    ]),
  );
}

/** The checks, unique indexes and triggers of a table. */
function rulesOf(database: DatabaseSync, table: string): string[] {
  const others = database
    .prepare(`SELECT sql FROM sqlite_master WHERE tbl_name = ? AND type <> 'table' AND sql IS NOT NULL`)
    .all(table)
    .map(({ sql }) => String(sql))
    .filter((sql) => /^CREATE (UNIQUE|TRIGGER)/i.test(sql));
  const own = database.prepare(`SELECT sql FROM sqlite_master WHERE name = ? AND type = 'table'`).get(table);
  const checks = String(own?.['sql']).match(/CHECK \((?:[^()]|\([^()]*\))*\)/gi) ?? [];
  return [...others, ...checks];
}
