/**
 * `npm run approve -- <origin> export <businessUsername>`, `... erase <number or address> [businessUsername ...]`:
 * approves an act that another operator asked for with the same arguments (docs/backups.md).
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
