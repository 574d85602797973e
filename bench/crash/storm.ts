/** The crash test: kills a loaded server again and again, and then checks the server's data. */
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
  /**
   * Shortest and longest time in milliseconds from the server's first answer to the kill. By default both are less than
   * a second.
   */
  upMs?: readonly [number, number];
  /** Shortest and longest time in milliseconds for which the server stays down after a kill. */
  downMs: readonly [number, number];
  /**
   * True if one of the shops lets staff undo an admit. With undo, a text is sent so late that a short run ends before
   * the text is sent.
   */
  undo: boolean;
  /** True if the server's clock may be wrong. Then the times of messages to pages are not checked. */
  wrongClock?: boolean;
  /**
   * The shortest time, in milliseconds, for which the bench waits without load after the last start of the server and
   * the last answer.
   */
  quietMs: number;
};

export type Aftermath = { ledger: Ledger; findings: Findings; holds: HoldTimes };

/** Shortest and longest time between the server's first answer and the kill. */
const KILL_AFTER_MS = [100, 900] as const;

/** The shortest possible hold, so that many holds end during the run. */
const HOLD_MS = HOLD_MIN_MS;

/**
 * Time limit for history and other deliveries that a kill interrupted. The object notices interrupted deliveries after
 * 5 seconds (`alarm.ts`).
 */
const PENDING_FOR_MS = 12_000;
/**
 * Time limit for texts. If a kill interrupted the call to the provider, the product sends the text again only after the
 * provider has not listed the text for a minute (`deliveries/engine.ts`).
 */
const TEXT_PENDING_FOR_MS = 90_000;
const LOOK_EACH_MS = 1_000;

/**
 * Runs the crash test on a started server, reads the server's state by calls, stops the server and reads its files.
 * `whileItRuns` is called just before the stop. Throws if a running server failed.
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
  // After half of the kills, this shop gets no more calls. This shop has no open page either, so the alarms of its
  // object must run although nobody calls the object.
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

/**
 * Waits until no delivery is pending, or until the time limit is reached. History that is pending for too long is an
 * error, even if the history is delivered later. If a text is still pending after the time limit, the check of the
 * files finds this text.
 */
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
  // The load continues after the last start: new calls are made, and calls without an answer are repeated.
  await pause(upMs[1]);
}
