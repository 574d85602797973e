/**
 * Processes that run beside a measured browser have a lower priority than the browser, both as processes and as
 * sessions (autogroups of Linux).
 */
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../scripts/local/settings.ts';
import { sessionsGiveWay, spawnDetached } from '../../scripts/local/spawn-detached.ts';

const how = { cwd: projectRoot, env: process.env };

test.each([
  [true, 19],
  [false, 0],
])('a process that gives way (%s) has the priority %i', async (givesWay, priority) => {
  const child = spawnDetached('node', ['-p', 'os.getPriority()'], { ...how, givesWay });
  expect(Number(await text(child.stdout))).toBe(priority);
});

test('its session has low priority, too', async () => {
  const child = spawnDetached('node', ['-e', 'setInterval(() => {}, 1000)'], { ...how, givesWay: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { pid = expect.fail('It has not started.') } = child;
  await sessionsGiveWay([pid, pid]);
  const file = `/proc/${pid}/autogroup`;
  const shared = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'not among sessions nice 19';
  expect(shared).toMatch(/ nice 19$/);
});

test('a process that has ended is skipped', async () => {
  const child = spawnDetached('node', ['-p', '1'], { ...how, givesWay: true });
  await text(child.stdout);
  await expect(sessionsGiveWay([child.pid ?? expect.fail(), 2 ** 22 + 1])).resolves.toBeUndefined();
});
