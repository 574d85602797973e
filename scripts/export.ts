/** `npm run export -- <origin> <businessUsername> <file>`: one business into a file (docs/backups.md). */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { logIn } from './operator/admin-calls.ts';
import { stop, words } from './operator/terminal.ts';
import { exportBusiness } from './operator/transfer.ts';

const [origin = '', username = '', file = ''] = words(
  3,
  'npm run export -- <origin> <businessUsername> <file>',
);
const { post, logOut } = await logIn(origin);

let lines = 0;
async function* toWrite(): AsyncGenerator<string> {
  for await (const line of exportBusiness(post, username)) {
    lines += 1;
    yield `${line}\n`;
  }
}

// Nobody else on this machine may read it, and no file that is there is lost for it.
const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
try {
  await pipeline(Readable.from(toWrite()), target);
} catch (error) {
  const wasThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
  if (!wasThere) await rm(file, { force: true });
  stop(wasThere ? `${file} is there already. Nothing was written.` : `The export failed: ${String(error)}`);
}
await logOut();
console.log(`${username}: ${lines} lines in ${file}.
The file is a secret: it holds guests' names and numbers, and what opens the account and the visits. Keep it like a password.`);
