/**
 * `npm run restore -- <origin> <locationId> <time or bookmark>`: restores one location to an earlier time
 * (docs/backups.md).
 */
import { BOOKMARK, restoreAnswer } from '../src/shared/contracts/operator.ts';
import { asAdmin, outcome } from './operator/admin-calls.ts';
import { confirm, words } from './operator/terminal.ts';

const [origin = '', locationId = '', to = ''] = words(
  3,
  'npm run restore -- <origin> <locationId> <time such as 2026-11-22T09:30:00+07:00, or the bookmark of an earlier restore>',
);
const when = BOOKMARK.test(to) ? { bookmark: to } : { at: to };
await confirm(`${locationId} will be as it was at ${to}: what it has now is gone from it.`, 'restore');
await asAdmin(
  origin,
  async (post) => {
    const { bookmark, undo } = restoreAnswer.parse(await post('/admin/restore', { locationId, ...when }));
    console.log(`Restored to ${bookmark}. The bookmark of the moment before leads there again: ${undo}`);
  },
  (error) =>
    outcome(
      error,
      'Nothing was restored',
      `Look at its line before you try again. The bookmark of the moment before is in the server's log ("undo" of admin_action): a second
try prints the one of the moment before itself.`,
    ),
);
