/** The crash test itself: a server under load that is killed again and again, and what is held against it afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import { HOLD_MIN_MS } from '../../src/shared/limits.ts';
import { askAfterwards } from './ask-afterwards.ts';
import { noFindings, type Findings } from './findings.ts';
import { holdTimes, type HoldTimes } from './holds.ts';
import type { KillableServer } from './killable-server.ts';
import type { Ledger } from './ledger.ts';
import { startLoad, type Load, type Pace } from './load.ts';
import { randomOf } from '../../scripts/demo/random.ts';
import { readAfterwards } from './read-afterwards.ts';
import { openShop, type Shop } from './shop.ts';
import { liftLimits, pendingBy } from './state-files.ts';
import { watchShop } from './watch.ts';

export type StormPlan = {
  kills: number;
  seed: number;
  pace: Pace;
  /** How long the server is left running before each kill, from and up to; else not a second. */
  upMs?: readonly [number, number];
  /** How long the server stays away after a kill before it is started again, from and up to. */
  downMs: readonly [number, number];
  /** Whether one of the shops offers to undo; its texts and removals then take longer than a short run. */
  undo: boolean;
  /** The server's clock is not always ours: when our pages were told of something is not held against it. */
  wrongClock?: boolean;
  /** How long the server is left in peace, at least, after the last start and the last answer. */
  quietMs: number;
};

export type Aftermath = { ledger: Ledger; findings: Findings; holds: HoldTimes };

/** The kill comes this long after the server answers again, from and up to. */
const KILL_AFTER_MS = [100, 900] as const;

/** The shortest hold an owner can set: as many as possible end during the run. */
const HOLD_MS = HOLD_MIN_MS;

/** History, and what else is put off by a kill, is delivered in this time: a killed drain is noticed after 5 s (`alarm.ts`). */
const PENDING_FOR_MS = 12_000;
/** But a text whose call the kill broke off is sent once more only when a minute has shown that it was never taken (`deliveries/engine.ts`). */
const TEXT_PENDING_FOR_MS = 90_000;
const LOOK_EACH_MS = 1_000;

/**
 * Runs the storm on a server that was started, asks it what it still knows, stops it and reads what it has left on
 * disk. `whileItRuns` is called just before the stop. Throws when a living server failed.
 */
export async function storm(
  server: KillableServer,
  stateDir: string,
  plan: StormPlan,
  whileItRuns: () => Promise<void> = async () => {},
): Promise<Aftermath> {
  const watched = [
    await openShop(server, 'north', { holdMs: HOLD_MS, undo: false }),
    await openShop(server, 'east', { holdMs: HOLD_MS, undo: false }),
    await openShop(server, 'south', { holdMs: HOLD_MS, undo: plan.undo }),
  ];
  // Nobody touches it after half of the kills, and no page of it is open: its alarms have to come by themselves.
  const remote = await openShop(server, 'remote', { holdMs: HOLD_MS, undo: false });
  liftLimits(stateDir);
  const watches = watched.map((shop) => ({ shop, watch: watchShop(server, shop) }));
  const shops = [...watched, remote];

  const load = startLoad(server, shops, plan.pace, plan.seed);
  await killAgainAndAgain(server, load, plan, remote);
  for (const shop of shops) load.close(shop);
  await load.ended;
  await pause(plan.quietMs);

  const findings = noFindings();
  await untilNothingIsOwed(stateDir, shops, findings);
  await askAfterwards(server, shops, load.ledger, findings);
  await whileItRuns();
  await Promise.all(watches.map(({ watch }) => watch.end()));
  const code = await server.stop();
  if (code !== 0) throw new Error(`the server ended with code ${code}`);
  const told = plan.wrongClock === true ? [] : watches;
  const untold = shops.filter((shop) => told.every((one) => one.shop !== shop));
  const toRead = [...told, ...untold.map((shop) => ({ shop, watch: null }))];
  const holds = readAfterwards(stateDir, toRead, load.ledger, findings);
  return { ledger: load.ledger, findings, holds: holdTimes(holds, server.lives()) };
}

/** History that is pending for too long is a finding, even if it comes in the end; a text that is still pending then is found on disk. */
async function untilNothingIsOwed(stateDir: string, shops: Shop[], findings: Findings): Promise<void> {
  const pending = () => shops.flatMap((shop) => pendingBy(stateDir, shop.opened.id));
  const since = Date.now();
  const lasts = (ms: number) => Date.now() < since + ms;
  while (lasts(PENDING_FOR_MS) && pending().length > 0) await pause(LOOK_EACH_MS);
  const late = pending().filter(({ kind }) => kind === 'history');
  findings.undelivered.push(...late.map((entry) => `late: ${JSON.stringify(entry)}`));
  while (lasts(TEXT_PENDING_FOR_MS) && pending().length > 0) await pause(LOOK_EACH_MS);
}

async function killAgainAndAgain(
  server: KillableServer,
  load: Load,
  { kills, seed, upMs = KILL_AFTER_MS, downMs }: StormPlan,
  remote: Shop,
): Promise<void> {
  const random = randomOf(seed, 'kills');
  for (let kill = 1; kill <= kills && !load.hasFailed(); kill += 1) {
    await pause(random.between(...upMs));
    await server.kill();
    await pause(random.between(...downMs));
    await server.start();
    if (kill >= kills / 2) load.close(remote);
  }
  // After the last start, too, there is more to do than to repeat what was not answered.
  await pause(upMs[1]);
}
