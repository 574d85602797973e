/**
 * `npm run bench:crash [-- <seed>]`: runs the real server under load on one state folder, and kills the server with
 * SIGKILL at 20 random moments. After the kills, all acknowledged changes must exist exactly once, and every hold must
 * end on time.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOLD_MIN_MS } from '../src/shared/limits.ts';
import { killableServer } from './crash/killable-server.ts';
import { storm, type Aftermath } from './crash/storm.ts';
import { snakeCase } from './queue/measures.ts';

const KILLS = 20;
const DOWN_MS = [0, 6_000] as const;
const PACE = { lanes: 6, tablets: 3, guestsMax: 290 };
const HOLD_LATE_BELOW_S = 2;
/**
 * Waiting time after the last answer, in which all holds must end: the shortest hold plus twice the allowed lateness.
 */
const QUIET_MS = HOLD_MIN_MS + 2 * HOLD_LATE_BELOW_S * 1000;
/** Number of printed examples for each kind of finding. */
const SHOWN = 3;

const seed = seedOf(process.argv[2]);
const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-crash-'));
const server = await killableServer(stateDir);
let met = false;
try {
  console.log(`seed ${seed}`);
  await server.start();
  const plan = { kills: KILLS, seed, pace: PACE, undo: true, downMs: DOWN_MS, quietMs: QUIET_MS };
  const aftermath = await storm(server, stateDir, plan);
  met = report(aftermath, server.lives().length - 1);
} finally {
  await server.stop();
  rmSync(stateDir, { recursive: true });
}
process.exit(met ? 0 : 1);

/** Prints the measures. True if no goal is missed. */
function report({ ledger, findings, holds }: Aftermath, kills: number): boolean {
  const joins = ledger.guests.filter((guest) => guest.joins.length > 0).length;
  const done = (wanted: string) =>
    ledger.acts.filter(({ kind, answer }) => kind === wanted && answer === 'done').length;
  for (const [name, sentences] of Object.entries(findings)) {
    for (const sentence of sentences.slice(0, SHOWN)) console.log(`${name}: ${sentence}`);
  }
  if (holds.latestVisitId !== null) console.log(`the latest hold was that of visit ${holds.latestVisitId}`);
  const goals = [
    // A run with too little load would find no errors.
    atLeast('kills', kills, KILLS),
    atLeast('answered_joins', joins, 300),
    atLeast('answered_admits', done('admit'), 50),
    atLeast('answered_leaves', done('leave'), 50),
    atLeast('answered_removes', done('remove'), 20),
    atLeast('unanswered_calls', ledger.unanswered, KILLS),
    atLeast('holds_ended_while_down', holds.whileDown, 10),
    atLeast('holds_ended_while_up', holds.whileUp, 10),
    ...Object.entries(findings).map(([name, sentences]) => none(snakeCase(name), sentences.length)),
    holdsLate(holds.latestMs / 1000),
  ];
  return goals.every(Boolean);
}

function atLeast(name: string, count: number, goal: number): boolean {
  return measure(`${name} ${count} count goal >=${goal}`, count >= goal);
}

function none(name: string, count: number): boolean {
  return measure(`${name} ${count} count goal =0`, count === 0);
}

function holdsLate(seconds: number): boolean {
  return measure(
    `holds_late_max ${seconds.toFixed(2)} s goal <${HOLD_LATE_BELOW_S}`,
    seconds < HOLD_LATE_BELOW_S,
  );
}

function measure(words: string, met: boolean): boolean {
  console.log(`measure ${words} ${met ? 'met' : 'short'}`);
  return met;
}

/** Returns the seed in the argument, or a new random seed if there is no argument. */
function seedOf(argument: string | undefined): number {
  if (argument === undefined) return randomInt(1_000_000);
  if (!/^\d{1,9}$/.test(argument)) throw new Error(`the seed has to be a whole number, not "${argument}"`);
  return Number(argument);
}
