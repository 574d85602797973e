/** `npm run restore -- <origin> <locationId> <time>`: one location back to what it stored at that time (docs/backups.md). */
import { restoreAnswer } from '../src/shared/operator.ts';
import { logIn } from './operator/admin-calls.ts';
import { confirm, stop, words } from './operator/terminal.ts';

const [origin = '', locationId = '', time = ''] = words(
  3,
  'npm run restore -- <origin> <locationId> <time such as 2026-11-22T09:30:00+07:00>',
);
await confirm(`Everything that happened at ${locationId} since ${time} will be gone.`, 'restore');
const { post, logOut } = await logIn(origin);
try {
  const { bookmark, undo } = restoreAnswer.parse(await post('/admin/restore', { locationId, at: time }));
  console.log(`Restored to ${bookmark}. The bookmark of the moment before is ${undo}: keep it.`);
} catch (error) {
  stop(`Nothing was restored: ${String(error)}`);
}
await logOut();
