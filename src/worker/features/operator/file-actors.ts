/**
 * In the event logs of a file, the word `owner` stands for the owner's id, because an import gives the owner another
 * id. The import writes the new id into the logs, because a later owner may be another person.
 */
import { memberInWord } from '../../../shared/queue/events.ts';
import type { TransferTable } from '../../location/rpc.ts';

type Table = TransferTable['tables'][number];

/** A table for a file, with `owner` instead of the owner's id. */
export function withoutOwnersId(table: Table, userId: string): Table {
  return withActor(table, memberInWord(userId), 'owner');
}

/** A table for a location, with the owner's id instead of `owner`. */
export function withOwnersId(table: Table, userId: string): Table {
  return withActor(table, 'owner', memberInWord(userId));
}

function withActor(table: Table, from: string, to: string): Table {
  const at = table.table === 'event' ? table.columns.indexOf('actor') : -1;
  if (at === -1) return table;
  return { ...table, rows: table.rows.map((row) => (row[at] === from ? row.with(at, to) : row)) };
}
