/**
 * `npm run person -- <origin> export|erase <number or address> [businessUsername ...]`: exports or erases a person's
 * data (docs/backups.md). The answer is JSON on standard output.
 */
import { asAdmin, outcome, reasonOf } from './operator/admin-calls.ts';
import { confirm, stop, words } from './operator/terminal.ts';

const usage =
  'npm run person -- <origin> export|erase <number with country code or mail address> [businessUsername ...]';
const [origin = '', what = '', who = '', ...businesses] = words(3, usage);
if (what !== 'export' && what !== 'erase') stop(`usage: ${usage}`);
if (what === 'erase') {
  const about = who.includes('@') ? ' An account of this address goes with all of its locations.' : '';
  await confirm(`Everything about ${who} that is found will be erased, for good.${about}`, 'erase');
}
await asAdmin(
  origin,
  async (post) => {
    console.log(JSON.stringify(await post(`/admin/person/${what}`, { who, businesses }), null, 2));
    if (what === 'erase')
      console.error(
        'What is counted is what was still there: 0 where there was nothing, or it was erased before.',
      );
  },
  (error) =>
    what === 'erase'
      ? outcome(
          error,
          'Nothing was erased',
          'Please erase again: it takes what is left, and counts only that. 0 then means that it was done before.',
        )
      : `Nothing was told: ${reasonOf(error)}`,
);
