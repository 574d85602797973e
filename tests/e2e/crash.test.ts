/** What `npm start` promises: whatever was answered survives a SIGKILL, once. `npm run bench:crash` is the long form. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noFindings } from '../../bench/crash/findings.ts';
import { killableServer } from '../../bench/crash/killable-server.ts';
import { locationOf, logIn } from '../../bench/crash/shop.ts';
import { storm } from '../../bench/crash/storm.ts';
import { demoOwner } from '../../scripts/local/demo.ts';

const PLAN = {
  kills: 2,
  seed: 1,
  pace: { lanes: 10, tablets: 3, guestsMax: 100 },
  undo: false,
  downMaxMs: 0,
  // History and texts still on their way arrive, also those that the kill has put off.
  quietMs: 5_000,
};

test(
  'killed twice under load, the server still has all that it answered, once',
  { timeout: 180_000 },
  async () => {
    const stateDir = mkdtempSync(path.join(tmpdir(), 'crash-'));
    const server = await killableServer(stateDir);
    onTestFinished(async () => {
      await server.stop();
      rmSync(stateDir, { recursive: true });
    });
    await server.start();

    const { ledger, findings } = await storm(server, stateDir, PLAN, async () => {
      // The starts after the kills have not seeded the demo business again.
      const { queue } = await locationOf(server, { cookie: await logIn(server, demoOwner) });
      expect(queue.map((visit) => visit.position)).toEqual([1, 2, 3, 4, 5]);
    });

    expect(server.lives()).toHaveLength(PLAN.kills + 1);
    expect(ledger.unanswered).toBeGreaterThan(0);
    expect(new Set(ledger.acts.map((act) => act.kind))).toEqual(new Set(['admit', 'leave', 'remove']));
    expect(findings).toEqual(noFindings());
  },
);
