/** Files of businesses that are gone, files with something changed in them, and imports that have begun. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { AccountLine } from '../../src/shared/business-file.ts';
import { importAnswer } from '../../src/shared/operator.ts';
import { anImport, refiled } from '../business-files.ts';
import { newAdmin } from './admin-calls.ts';
import { call, goodPassword } from './factories.ts';
import { aPlace, join, objectOf, type Place } from './owner-calls.ts';
import { exported, posting } from './transfer-calls.ts';

/** A file of a business that is gone, with one guest in line and one visit of before. */
export async function aFile(): Promise<{ place: Place; file: string[]; token: string }> {
  const place = await aPlace({ username: 'blue-door', email: 'ada@example.com' });
  const { queueToken } = await join(place, { firstName: 'Maya' });
  await env.DB.prepare(
    `insert into visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference, joined_at,
       ended_at, promised_minutes, timezone) values ('of-before', 1, ?, ?, 'left', 1, 'on_premises', 1, 2, 5, 'Asia/Jakarta')`,
  )
    .bind(place.owner.business.id, place.location.id)
    .run();
  const file = await exported('blue-door');
  const body = { password: goodPassword };
  expect((await call('POST', '/auth/delete-account', { ...place.owner, body })).status).toBe(200);
  return { place, file, token: queueToken };
}

/** Rows that a location's object has stored. */
export function stored(place: Place, sql: string): Promise<unknown[]> {
  return runInDurableObject(objectOf(place)(), (_, { storage }) => storage.sql.exec(sql).toArray());
}

/** The tables that a location's object has made. */
export function tablesOf(place: Place): Promise<unknown[]> {
  return stored(place, `SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`);
}

export function alarmOf(place: Place): Promise<number | null> {
  return runInDurableObject(objectOf(place)(), (_, { storage }) => storage.getAlarm());
}

/** Whether anybody finds the business of that file. */
export function isThere(): Promise<boolean> {
  return call('GET', '/auth/exists?username=blue-door').then(
    async (response) => (await response.json<{ exists: boolean }>()).exists,
  );
}

/** A file with something changed in its lines of this table. */
export function inTable(file: string[], table: string, change: (line: string) => string | null): string[] {
  return refiled(file, (line) => (line.includes(`"table":"${table}"`) ? change(line) : line));
}

/** The line of a table, with other cells in each of its rows. */
export function withCells(line: string, cells: Record<string, string | number | null>): string {
  const table = tableOf.parse(JSON.parse(line));
  const rows = table.rows.map((row) => row.map((cell, n) => cells[table.columns[n] ?? ''] ?? cell));
  return JSON.stringify({ ...table, rows });
}

const tableOf = z.looseObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });

/** Begins an import of an account with these particulars. Its own lines and end are sent with `importId`. */
export async function begun(
  account: Partial<AccountLine> = {},
): Promise<{ post: ReturnType<typeof posting>; importId: string; locations: Record<string, string> }> {
  const post = posting(await newAdmin());
  const { head, account: plain } = anImport();
  const importId = crypto.randomUUID();
  const answer = await post('/admin/import', { importId, head, account: { ...plain, ...account } });
  return { post, importId, ...importAnswer.parse(answer) };
}

/** What finishes an import of nothing but an account. */
export function anEnd(importId: string, account: Partial<AccountLine> = {}) {
  const { head, account: plain } = anImport();
  return { importId, head, account: { ...plain, ...account }, lines: {}, visits: {}, grants: 0 };
}

/** A location of a file. */
export const aLocation = {
  id: 'f'.repeat(64),
  slot: 1,
  generation: 1,
  address: 'Somewhere',
  timezone: 'UTC',
  createdAt: 1,
  removedAt: null,
  customerCreditsLeft: null,
  smsCreditsLeft: null,
};

export const over = 'This import is over or was given up. Please begin it again.';
/** A line that brings nothing. */
export const noGrants = { kind: 'grants', rows: [] };
