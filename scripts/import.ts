/** `npm run import -- <origin> <file>`: imports an exported business into a running product (docs/backups.md). */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { asAdmin, reasonOf } from './operator/admin-calls.ts';
import { askForKey } from './operator/passphrase.ts';
import { words } from './operator/terminal.ts';
import { importBusiness, OperatorRefusal } from './operator/transfer.ts';

const [origin = '', file = ''] = words(2, 'npm run import -- <origin> <file>');
const linesOfFile = () => createInterface({ input: createReadStream(file), crlfDelay: Infinity });
let hasBegun = false;
await asAdmin(
  origin,
  async (post) => {
    const { locations, payments } = await importBusiness(
      (path, body) => {
        hasBegun = true;
        return post(path, body);
      },
      linesOfFile,
      askForKey,
    );
    console.log('The owner chooses a new password by "Forgot Password".');
    const ids = Object.entries(locations);
    console.log(`Imported with ${ids.length} ${ids.length === 1 ? 'location' : 'locations'}.`);
    if (ids.length > 0) {
      console.log(`Each has a new id. Guests who have their page open join their visit again by the link of a text or of the page;
what they opened before leads nowhere:`);
      for (const [before, after] of ids) console.log(`  ${before} -> ${after}`);
    }
    if (payments === 'along')
      console.log('What the account pays came along; the provider is asked within the hour.');
    if (payments === 'left_behind') {
      console.log(`What the account pays did not come along, as it pays elsewhere or nothing any more: what was paid counts to the end
of its period.`);
    }
  },
  (error) =>
    hasBegun && !(error instanceof OperatorRefusal && error.cause === undefined)
      ? `The import broke off: ${reasonOf(error)}
Please look whether the business is there. Where it is not, import it again: that clears what this one brought, of which nobody finds
anything. It goes by itself after six hours.`
      : `Nothing was imported: ${reasonOf(error)}`,
);
