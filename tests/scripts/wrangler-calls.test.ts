/**
 * Calls of wrangler, and the stop of a deployment during a call. A small program replaces wrangler. Like wrangler, this
 * program exits with 0 when it is stopped.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Wrangler } from '../../scripts/deploy/wrangler.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wrangler-calls-'));
  const program = `#!${process.execPath}
const fs = require('node:fs');
process.on('SIGTERM', () => process.exit(0));
if (process.argv[2] === 'deploy') setInterval(() => fs.writeFileSync(${JSON.stringify(path.join(folder, 'begun'))}, ''), 10);
else if (process.argv[2] === 'd1') console.log(JSON.stringify([{ results: [{ asked: process.argv.slice(2) }], success: true }]));
else console.log('[{"name": "VAPID_PRIVATE_KEY"}]');
`;
  writeFileSync(path.join(folder, 'wrangler'), program, { mode: 0o700 });
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a stop signal ends the running call as failed and allows no new one; afterTheEnd still works', async () => {
  const ending = new AbortController();
  const wrangler = new Wrangler(folder, { PATH: folder }, ending.signal);
  const deployed = wrangler.run(['deploy']);
  await vi.waitFor(() => expect(existsSync(path.join(folder, 'begun'))).toBe(true), { timeout: 20_000 });
  ending.abort(new Error('it was told to end (SIGINT)'));
  expect(await deployed).toEqual({ ok: false, stdout: '', stderr: '' });
  await expect(wrangler.secrets('holdline')).rejects.toThrow('it was told to end (SIGINT)');
  expect(await wrangler.afterTheEnd().secrets('holdline')).toEqual(['VAPID_PRIVATE_KEY']);
});

test('statements run in the database of the environment, and their rows come back', async () => {
  const wrangler = new Wrangler(folder, { PATH: folder }, null);
  const [rows] = await wrangler.executeSql('staging', ['select 1', 'select 2']);
  const where = ['--env', 'staging', '--remote', '--yes', '--json'];
  expect(rows).toEqual([{ asked: ['d1', 'execute', 'DB', ...where, '--command', 'select 1; select 2'] }]);
});
