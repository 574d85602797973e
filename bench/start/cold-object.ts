/**
 * Measures how long a guest's first status call takes if the location's object is not in memory, but the Worker already
 * runs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../../scripts/local/build.ts';
import { migrate } from '../../scripts/local/migrate.ts';
import { connect, expectStatus } from '../queue/http-client.ts';
import { joinCall, joinedGuest, openLocations, statusCall } from '../queue/line.ts';
import { startRuntime } from '../queue/runtime.ts';

/** One account opens at most thirty locations. */
const LOCATIONS = 30;
const GUESTS_EACH = 5;
/** Before the measurement, the first location gets this many calls, so that the Worker's code is compiled. */
const WARM_UP = 200;

/**
 * `cold`: milliseconds of the first status call of each location except the first location. `warm`: milliseconds of a
 * second status call of each of these locations.
 */
export async function timeColdObjects(): Promise<{ cold: number[]; warm: number[] }> {
  const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
  try {
    if (!ensureBuilt() || !migrate(stateDir)) throw new Error('The app could not be made ready.');
    const [known, ...asleep] = await writeLocations(stateDir);
    if (known === undefined) throw new Error('No location was opened.');
    const runtime = await startRuntime(stateDir);
    const client = connect(runtime.origin, 1);
    const time = async (call: typeof known) => expectStatus(await client.call(call), 200).ms;
    for (let call = 0; call < WARM_UP; call += 1) await time(known);
    const cold: number[] = [];
    for (const call of asleep) cold.push(await time(call));
    const warm: number[] = [];
    for (const call of asleep) warm.push(await time(call));
    client.close();
    await runtime.stop();
    return { cold, warm };
  } finally {
    rmSync(stateDir, { recursive: true, maxRetries: 5 });
  }
}

/**
 * Opens locations with a few guests each, and stops the runtime. Returns the status call of one guest of each location.
 */
async function writeLocations(stateDir: string) {
  const runtime = await startRuntime(stateDir);
  const locations = await openLocations(runtime, LOCATIONS);
  const client = connect(runtime.origin, 1);
  const calls = [];
  for (const location of locations) {
    for (let guest = 1; guest < GUESTS_EACH; guest += 1)
      expectStatus(await client.call(joinCall(location)), 201);
    calls.push(statusCall(location, joinedGuest(await client.call(joinCall(location)))));
  }
  client.close();
  await runtime.stop();
  return calls;
}
