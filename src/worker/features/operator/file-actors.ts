/**
 * The owner's word in the event logs of a file: `owner`, because an import gives the owner another id. The imported log
 * names the person who is then the owner, as later owners may be other people.
 */
import { memberInWord } from '../../../shared/queue/events.ts';
import type { TransferTable } from '../../location/rpc.ts';

type Table = TransferTable['tables'][number];

/** A table of a location for a file. */
export function withoutOwnersId(table: Table, userId: string): Table {
  return withActor(table, memberInWord(userId), 'owner');
}

/** A table of a file for a location. */
export function withOwnersId(table: Table, userId: string): Table {
  return withActor(table, 'owner', memberInWord(userId));
}

function withActor(table: Table, from: string, to: string): Table {
  const at = table.table === 'event' ? table.columns.indexOf('actor') : -1;
  if (at === -1) return table;
  return { ...table, rows: table.rows.map((row) => (row[at] === from ? row.with(at, to) : row)) };
}
