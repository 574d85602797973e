/** Runs exports and imports like the operator's commands, but calls the Worker directly instead of over a network. */
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import {
  exportBusiness,
  importBusiness,
  OperatorRefusal,
  type Post,
} from '../../../scripts/operator/transfer.ts';
import { FILE_VERSION, type AccountPart } from '../../../src/shared/contracts/business-file.ts';
import { importAnswer, type ImportAnswer } from '../../../src/shared/contracts/operator.ts';
import { hashOfNobody, hashPassword } from '../../../src/worker/platform/passwords.ts';
import { anImport, aSeal, keyOfSeal, refiled } from '../../support/business-files.ts';
import { newAdmin } from './admin-calls.ts';
import { callWith } from './broken.ts';
import { call, goodPassword } from './factories.ts';
import { anOwnersLocation, join, type OwnedLocation } from './owner-calls.ts';

export function posting(cookie: string, bindings?: Parameters<typeof callWith>[0]): Post {
  return async (path, body) => {
    const asked = { body, cookie };
    const response = await (bindings ? callWith(bindings, 'POST', path, asked) : call('POST', path, asked));
    if (!response.ok) throw new OperatorRefusal(await response.text());
    return response.json();
  };
}

/**
 * Returns the lines of a business's export. The export uses the call for backups, because this call needs no approval.
 */
export async function exported(username: string, post?: Post): Promise<string[]> {
  const how = { seal: aSeal, call: '/admin/backup' } as const;
  const lines: string[] = [];
  for await (const line of exportBusiness(post ?? posting(await newAdmin()), username, how)) lines.push(line);
  return lines;
}

export async function imported(
  lines: string[],
  post?: Post,
): Promise<Awaited<ReturnType<typeof importBusiness>>> {
  const done = await importBusiness(post ?? posting(await newAdmin()), () => sequence(lines), keyOfSeal);
  // An export contains no passwords, so these tests set the same password again for every imported owner.
  await env.DB.prepare('update users set password_hash = ? where password_hash = ?')
    .bind(await hashPassword(goodPassword), hashOfNobody)
    .run();
  return done;
}

async function* sequence(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}

/** The location after the import of its business. The owner must log in again. */
export function movedTo(place: OwnedLocation, { locations }: Pick<ImportAnswer, 'locations'>): OwnedLocation {
  return { ...place, location: { ...place.location, id: locations[place.location.id] ?? '' } };
}

/** Deletes an account as its owner. `mailedCode` is needed if the owner's mail address is confirmed. */
export async function deleted({ cookie }: { cookie: string }, mailedCode?: string): Promise<void> {
  const body = { password: goodPassword, mailedCode };
  const response = await call('POST', '/auth/delete-account', { cookie, body });
  expect(response.status).toBe(200);
}

/** Exports a business with one guest in line and one earlier visit, and deletes the business. */
export async function aFile(): Promise<{ place: OwnedLocation; file: string[]; token: string }> {
  const place = await anOwnersLocation({ username: 'blue-door', email: 'ada@example.com' });
  const { queueToken } = await join(place, { firstName: 'Maya' });
  await env.DB.prepare(
    `insert into visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference, joined_at,
       ended_at, promised_minutes, promised_low, promised_high, moved, timezone)
     values ('of-before', 1, ?, ?, 'left', 1, 'on_premises', 1, 2, 5, 4, 6, 0, 'Asia/Jakarta')`,
  )
    .bind(place.owner.business.id, place.location.id)
    .run();
  const file = await exported('blue-door');
  await deleted(place.owner);
  return { place, file, token: queueToken };
}

/** The file with `change` applied to each part of this table. */
export function inTable(file: string[], table: string, change: (part: string) => string | null): string[] {
  return refiled(file, (part) => (part.includes(`"table":"${table}"`) ? change(part) : part));
}

/** Begins an import. `about`: values of the imported account that differ from the defaults. */
export async function begun(
  about: Partial<AccountPart> = {},
): Promise<ImportAnswer & { post: Post; account: AccountPart }> {
  const post = posting(await newAdmin());
  const account = { ...anImport().account, ...about };
  const answer = await post('/admin/import', { version: FILE_VERSION, account });
  return { post, account, ...importAnswer.parse(answer) };
}
