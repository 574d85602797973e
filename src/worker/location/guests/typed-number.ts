/** Whether a phone number that a guest typed gets texts at this location. */
import { refused } from '../../../shared/queue/decision.ts';
import { obstacleOfNumber } from '../../../shared/queue/rules/texts/texts.ts';
import type { ReadNumber, Result } from '../rpc.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';

/** Parses the number. `not_found` if the location does not belong to the business with this username. */
export async function readTypedNumber(
  storage: SqliteStorage,
  username: string,
  typed: string,
): Promise<Result<ReadNumber>> {
  const { isLandline, textNumberOf } = await import('../../platform/phone-number.ts');
  const location = storage.location();
  if (location?.profile.username.toLowerCase() !== username.toLowerCase()) return refused('not_found');
  const { country } = location.settings;
  const obstacle = obstacleOfNumber(location, { textNumber: textNumberOf(typed, country) });
  return { ok: true, obstacle, isLandline: isLandline(typed, country) };
}
