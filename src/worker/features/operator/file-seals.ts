/**
 * Seals the secrets of an export before they leave the Worker: the seed of the second step and the keys of locations.
 * The operator's command has made the sealing key from a passphrase, and an import asks for this passphrase.
 */
import {
  FILE_KEY_COLUMN,
  secretOfLocation,
  secretOfSecondStep,
  type AccountPart,
} from '../../../shared/contracts/business-file.ts';
import type { FileSeal } from '../../../shared/contracts/operator.ts';
import { seal, sealingKey, type SealingKey } from '../../platform/sealing.ts';
import type { TransferTable } from '../../location/rpc.ts';

/** The account, with the seed of its second step sealed. */
export async function sealedAccount(part: AccountPart, by: FileSeal): Promise<AccountPart> {
  const { secondStep, business } = part;
  if (secondStep === null) return part;
  const secret = await seal(keyOf(by), secondStep.secret, secretOfSecondStep(business.username));
  return { ...part, secondStep: { ...secondStep, secret } };
}

type Table = TransferTable['tables'][number];

/** Rows of a location, with the location's key sealed. Only the row of the location itself has the key. */
export async function sealedRows(table: Table, location: string, by: FileSeal): Promise<Table> {
  const at = table.columns.indexOf(FILE_KEY_COLUMN);
  if (at === -1) return table;
  const rows = table.rows.map(async (row) =>
    row.with(at, await seal(keyOf(by), String(row[at]), secretOfLocation(location))),
  );
  return { ...table, rows: await Promise.all(rows) };
}

function keyOf({ key }: FileSeal): SealingKey {
  return sealingKey(Uint8Array.from(Buffer.from(key, 'base64url')));
}
