/** `npm run import -- <origin> <file>`: the business of a file into a running product (docs/backups.md). */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { logIn } from './operator/admin-calls.ts';
import { stop, words } from './operator/terminal.ts';
import { importBusiness, Refused } from './operator/transfer.ts';

const [origin = '', file = ''] = words(2, 'npm run import -- <origin> <file>');
const { post, logOut } = await logIn(origin);

const linesOfFile = () => createInterface({ input: createReadStream(file), crlfDelay: Infinity });
try {
  const { locations, payments } = await importBusiness(post, linesOfFile);
  const moved = Object.entries(locations).filter(([before, after]) => before !== after);
  console.log(`Imported with ${Object.keys(locations).length} locations.`);
  if (moved.length > 0) {
    console.log(`These have another id here. Guests who have their page open join their visit again by the link of a text or of
the page; what they opened before leads nowhere:`);
    for (const [before, after] of moved) console.log(`  ${before} -> ${after}`);
  }
  if (payments === 'along')
    console.log('What the account pays came along; the provider is asked within the hour.');
  if (payments === 'left_behind') {
    console.log('What the account pays did not come along: what was paid counts to the end of its period.');
  }
} catch (error) {
  const isRefused = error instanceof Refused;
  stop(
    isRefused
      ? `Nothing was imported: ${error.message}`
      : `The import broke off: ${String(error)}\nWhere its last step was not done, what it brought is taken away by itself. Please try again.`,
  );
}
await logOut();
