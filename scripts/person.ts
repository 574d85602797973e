/**
 * `npm run person -- <origin> export|erase <number or address> [businessUsername ...]`: what is kept about a person, told or
 * erased (docs/backups.md). The answer is JSON on standard output.
 */
import { logIn } from './operator/admin-calls.ts';
import { confirm, stop, words } from './operator/terminal.ts';

const usage =
  'npm run person -- <origin> export|erase <number with country code or mail address> [businessUsername ...]';
const [origin = '', what = '', who = '', ...businesses] = words(3, usage);
if (what !== 'export' && what !== 'erase') stop(`usage: ${usage}`);
if (what === 'erase') {
  const about = who.includes('@') ? ' An account of this address goes with all of its locations.' : '';
  await confirm(`Everything about ${who} that is found will be erased, for good.${about}`, 'erase');
}
const { post, logOut } = await logIn(origin);
try {
  console.log(JSON.stringify(await post(`/admin/person/${what}`, { who, businesses }), null, 2));
} catch (error) {
  stop(`Nothing was done: ${String(error)}`);
}
await logOut();
