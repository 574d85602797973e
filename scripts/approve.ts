/**
 * `npm run approve -- <origin> export <businessUsername>`, `... erase <number or address> [businessUsername ...]`:
 * approves an act (docs/backups.md). Another operator has asked for this act with the same arguments.
 */
import { asAdmin, reasonOf } from './operator/admin-calls.ts';
import { stop, words } from './operator/terminal.ts';

const usage = `npm run approve -- <origin> export <businessUsername>
       npm run approve -- <origin> erase <number with country code or mail address> [businessUsername ...]`;
const [origin = '', what = '', who = '', ...businesses] = words(3, usage);
if (what !== 'export' && what !== 'erase') stop(`usage: ${usage}`);
await asAdmin(
  origin,
  async (post) => {
    await (what === 'export'
      ? post('/admin/export/approve', { username: who })
      : post('/admin/person/erase/approve', { who, businesses }));
    console.log('Approved. The operator who asked for it can run the same command again now.');
  },
  (error) => `Nothing was approved: ${reasonOf(error)}`,
);
