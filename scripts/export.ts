/**
 * `npm run export -- <origin> <businessUsername> <file>`: exports one business to a file.
 * `-- <origin> --all <directory>`: exports every business to its own file (docs/backups.md).
 */
import { asAdmin, reasonOf } from './operator/admin-calls.ts';
import { exportAll, exportToFile } from './operator/export-files.ts';
import { askForSeal } from './operator/passphrase.ts';
import { words } from './operator/terminal.ts';

const usage = `npm run export -- <origin> <businessUsername> <file>
       npm run export -- <origin> --all <directory>`;
const aSecret = `a secret: it holds guests' names and numbers. The passphrase seals the keys of guests' links and the seed of the second step.`;

if (process.argv.includes('--all')) {
  const [origin = '', directory = ''] = words(2, usage);
  const seal = await askForSeal();
  await asAdmin(
    origin,
    async (post) => {
      const { written, there, failed } = await exportAll(post, { directory, seal }, (line) =>
        console.log(line),
      );
      console.log(`${written} exported, ${there} were there already. Each file is ${aSecret}`);
      if (failed > 0) throw new Error(`${failed} failed, see above.`);
    },
    (error) => `Not every business is exported: ${reasonOf(error)}
Run the same command again for the rest. Every file that is there is whole.`,
  );
} else {
  const [origin = '', username = '', file = ''] = words(3, usage);
  const seal = await askForSeal();
  await asAdmin(
    origin,
    async (post) => {
      const parts = await exportToFile(post, username, { file, seal, call: '/admin/export' });
      console.log(`${username}: ${parts} parts in ${file}.\nThe file is ${aSecret}`);
    },
    (error) => `Nothing was exported: ${reasonOf(error)}`,
  );
}
