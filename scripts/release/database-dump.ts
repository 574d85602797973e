/** Dumps SQLite databases as SQL, with one statement on each line. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** Condition on `sqlite_master` that excludes the platform's internal tables. */
const ours = `name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`;

/** Dumps D1 from the state folder of a stopped server. */
export function dumpDatabase(stateDir: string): string {
  return dump(path.join(stateDir, 'v3', 'd1', 'miniflare-D1DatabaseObject'));
}

/** Dumps the database of the only location's Durable Object from the state folder of a stopped server. */
export function dumpLocation(stateDir: string): string {
  return dump(path.join(stateDir, 'v3', 'do', 'holdline-LocationQueue'));
}

/** Schema and rows of the only database in a folder. */
function dump(folder: string): string {
  const [file, ...others] = readdirSync(folder).filter(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  );
  if (file === undefined || others.length > 0) {
    throw new Error(`${folder} does not hold exactly one database`);
  }
  const database = new DatabaseSync(path.join(folder, file));
  try {
    const schema = schemaOf(database);
    const rows = tablesOf(database).flatMap((table) => rowsOf(database, table));
    return [...schema, ...rows].map((statement) => `${statement};\n`).join('');
  } finally {
    database.close();
  }
}

/** The CREATE statements of tables and indexes in their original order, one line each. */
export function schemaOf(database: DatabaseSync): string[] {
  return database
    .prepare(`SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND ${ours} ORDER BY rowid`)
    .all()
    .map(({ sql }) => String(sql).replaceAll(/\s+/g, ' '));
}

function tablesOf(database: DatabaseSync): string[] {
  return database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND ${ours} ORDER BY rowid`)
    .all()
    .map(({ name }) => String(name));
}

function rowsOf(database: DatabaseSync, table: string): string[] {
  const statement = database.prepare(`SELECT * FROM "${table}"`);
  return statement.all().map((row) => {
    const columns = Object.keys(row).map((column) => `"${column}"`);
    return `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')})`;
  });
}

function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  if (typeof value !== 'string') return String(value);
  // Line feeds are replaced, so that each statement stays on one line.
  return `'${value.replaceAll("'", "''").replaceAll('\n', "' || char(10) || '")}'`;
}
