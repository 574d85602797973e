/** `npm run import -- <origin> <file>`: the business of a file into a running product (docs/backups.md). */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { asAdmin, reasonOf } from './operator/admin-calls.ts';
import { words } from './operator/terminal.ts';
import { BrokenOff, importBusiness } from './operator/transfer.ts';

const whatIsLeft = {
  nothing: 'What it had brought was taken away. Please try again.',
  pieces: `Nothing was imported. What it had brought goes by itself within hours, and is not in the way of another try now.`,
  perhaps_all: `Whether its last step was done is not known: please look whether the business is there. Where it is not, what was
brought goes by itself within hours, and is not in the way of another try now.`,
} as const;

const [origin = '', file = ''] = words(2, 'npm run import -- <origin> <file>');
const linesOfFile = () => createInterface({ input: createReadStream(file), crlfDelay: Infinity });
await asAdmin(
  origin,
  async (post) => {
    const { locations, payments, late, missing } = await importBusiness(post, linesOfFile);
    const moved = Object.entries(locations).filter(([before, after]) => before !== after);
    const count = Object.keys(locations).length;
    console.log(`Imported with ${count} ${count === 1 ? 'location' : 'locations'}.`);
    if (moved.length > 0) {
      console.log(`These have another id here. Guests who have their page open join their visit again by the link of a text or of
the page; what they opened before leads nowhere:`);
      for (const [before, after] of moved) console.log(`  ${before} -> ${after}`);
    }
    if (payments === 'along')
      console.log('What the account pays came along; the provider is asked within the hour.');
    if (payments === 'left_behind') {
      console.log(`What the account pays did not come along, as it pays elsewhere or nothing any more: what was paid counts to the end
of its period.`);
    }
    if (missing.length > 0) {
      console.log(`These are not there: something took them away at the very end. Delete the business and import it again:
${missing.join(', ')}`);
    }
    if (late.length > 0) {
      console.log(
        `These did not answer at the end, and open by themselves within minutes: ${late.join(', ')}`,
      );
    }
  },
  sentenceOf,
);

function sentenceOf(error: unknown): string {
  if (!(error instanceof BrokenOff)) return `Nothing was imported: ${reasonOf(error)}`;
  return `The import broke off: ${error.message}\n${whatIsLeft[error.left]}`;
}
