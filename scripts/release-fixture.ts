/**
 * `npm run release:fixture`: plays a sample day at the running product and writes a fixture to
 * `tests/releases/<version>/`. The fixture has the rows that this release writes to D1 and to the Durable Object of a
 * location, and the answers in which this release shows these rows. Later releases are tested with this fixture.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { freePort, startRealServer } from './local/real-server.ts';
import { projectRoot } from './local/settings.ts';
import { dumpDatabase, dumpLocation } from './release/database-dump.ts';
import { playDay, type Told } from './release/sample-day.ts';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')));
const folder = path.join(projectRoot, 'tests', 'releases', version);
if (existsSync(folder)) {
  console.error(
    `tests/releases/${version} is there already. The fixture of a release is not changed afterwards.`,
  );
  process.exit(1);
}
const stateDir = mkdtempSync(path.join(tmpdir(), 'release-fixture-'));
try {
  const told = await playAt(stateDir);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'database.sql'), dumpDatabase(stateDir));
  writeFileSync(path.join(folder, 'location.sql'), dumpLocation(stateDir));
  writeFileSync(path.join(folder, 'told.json'), `${JSON.stringify(told, null, 2)}\n`);
  console.log(`tests/releases/${version} holds the fixture of this release.`);
} finally {
  rmSync(stateDir, { recursive: true });
}

/** Plays the day at a new server. Then stops the server, so that all data is in the state folder. */
async function playAt(stateDir: string): Promise<Told> {
  const server = await startRealServer(stateDir, await freePort());
  try {
    return await playDay(server.origin);
  } finally {
    await server.stop();
  }
}
