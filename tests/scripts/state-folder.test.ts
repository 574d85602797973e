/** With an unusable state folder, the start stops with one sentence that names STATE_DIR. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readDemoMark } from '../../scripts/demo/mark.ts';
import { claimState } from '../../scripts/local/state-lock.ts';
import { olderStateProblem } from '../../scripts/local/older-state.ts';
import { newPushKeys, withPushKeys } from '../../scripts/local/push-keys.ts';
import { withSealingKey } from '../../scripts/local/sealing-key.ts';
import { readSettings } from '../../scripts/local/settings.ts';
import { readConfig } from '../../src/worker/platform/config.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'state-folder-'));
  vi.stubEnv('HOLDLINE_RUN', 'run-of-this-test');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('a folder that is not there yet is made, with those above it', async () => {
  const claimed = await claimState(path.join(folder, 'a', 'b'));
  expect(claimed.ok).toBe(true);
  expect(readFileSync(path.join(folder, 'a', 'b', 'run'), 'utf8')).toBe('run-of-this-test');
});

test('a claim is given up with its run, and stays while a process of the run lives', async () => {
  const claimed = await claimState(folder);
  if (!claimed.ok) throw new Error(claimed.problem);
  const left = spawn('sleep', ['600'], { env: { ...process.env, HOLDLINE_RUN: 'run-of-this-test' } });
  await once(left, 'spawn');
  claimed.claim.release();
  expect(readdirSync(folder)).toEqual(['run']);
  left.kill('SIGKILL');
  await once(left, 'exit');
  claimed.claim.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a file is no state folder, nor is anything below one', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  for (const stateDir of [file, path.join(file, 'state'), path.join(file, 'a', 'state')]) {
    await expectProblem(stateDir);
  }
});

test.runIf(process.platform === 'linux')('where nobody may make a folder there is none', async () => {
  await expectProblem('/proc/nope');
  await expectProblem('/proc/nope/state');
});

test('a folder in the place of the claim is a problem', async () => {
  mkdirSync(path.join(folder, 'run'));
  await expectProblem(folder);
});

/** Makes the folder for the database in the state folder. */
function databaseFolder(): string {
  const database = path.join(folder, 'v3', 'd1', 'miniflare-D1DatabaseObject');
  mkdirSync(database, { recursive: true });
  return database;
}

/** Makes a database with this first migration. The database stays open, as in a running server. */
function begun(file: string, migration: string): DatabaseSync {
  const state = new DatabaseSync(file);
  state.exec('PRAGMA journal_mode = WAL; CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)');
  state.prepare('INSERT INTO d1_migrations (name) VALUES (?), (?)').run(migration, '0001_later.sql');
  return state;
}

const older = () =>
  `The state in ${folder} was written by a Holdline older than 0.2.0, which this one cannot read; nothing in it was changed. Move that folder away to begin anew, or set STATE_DIR to another folder.`;

test('a state of before the present schema is refused with what to do, and left as it is', () => {
  const file = path.join(databaseFolder(), 'state.sqlite');
  expect(olderStateProblem(folder)).toBeNull();
  begun(file, '0000_accounts_and_history.sql').close();
  const before = readFileSync(file);
  expect(olderStateProblem(folder)).toBe(older());
  expect(readdirSync(path.dirname(file))).toEqual(['state.sqlite']);
  expect(readFileSync(file).equals(before)).toBe(true);
  rmSync(file);
  begun(file, '0000_first_schema.sql').close();
  expect(olderStateProblem(folder)).toBeNull();
});

test('the state of a run that was killed is read, and left as it is', () => {
  const running = begun(path.join(folder, 'state.sqlite'), '0000_accounts_and_history.sql');
  const database = databaseFolder();
  for (const name of ['state.sqlite', 'state.sqlite-wal'])
    copyFileSync(path.join(folder, name), path.join(database, name));
  running.close();
  expect(olderStateProblem(folder)).toBe(older());
  expect(readdirSync(database)).toEqual(['state.sqlite', 'state.sqlite-wal']);
});

test('a database that no migration has begun is not older', () => {
  new DatabaseSync(path.join(databaseFolder(), 'state.sqlite')).close();
  expect(olderStateProblem(folder)).toBeNull();
});

test('a state that cannot be read is refused with the reason', () => {
  writeFileSync(path.join(databaseFolder(), 'state.sqlite'), 'this is no database, nor was it ever one');
  expect(olderStateProblem(folder)).toBe(
    `The state in ${folder} cannot be read (file is not a database). Set STATE_DIR to another folder.`,
  );
});

test('a damaged mark of the demo business is a problem, not a guess', () => {
  for (const mark of ['', 'dne', 'done\0']) {
    writeFileSync(path.join(folder, 'demo'), mark);
    expect(readDemoMark(folder, true)).toEqual({
      ok: false,
      problem: `The file "demo" in STATE_DIR (${folder}) is damaged. Delete it, or set STATE_DIR to another folder.`,
    });
  }
});

test('the mark of the demo business is kept from start to start', () => {
  expect(readDemoMark(folder, true)).toEqual({ ok: true, mark: 'wanted' });
  expect(readDemoMark(folder, true)).toEqual({ ok: true, mark: 'wanted' });
  writeFileSync(path.join(folder, 'demo'), 'done\n');
  for (const maySeed of [true, false])
    expect(readDemoMark(folder, maySeed)).toEqual({ ok: true, mark: 'done' });
});

test('a start that may not seed gets no demo business, also on a state that wants one, nor does a later one', () => {
  expect(readDemoMark(folder, true)).toEqual({ ok: true, mark: 'wanted' });
  expect(readDemoMark(folder, false)).toEqual({ ok: true, mark: 'not_wanted' });
  rmSync(path.join(folder, 'demo'));
  expect(readDemoMark(folder, false)).toEqual({ ok: true, mark: 'not_wanted' });
  expect(readDemoMark(folder, true)).toEqual({ ok: true, mark: 'not_wanted' });
});

async function expectProblem(stateDir: string): Promise<void> {
  const sentence = /^STATE_DIR [^\n]+\. Set STATE_DIR to a folder [^\n]+\.$/;
  expect(await claimState(stateDir)).toEqual({ ok: false, problem: expect.stringMatching(sentence) });
}

test('the key that signs reminders is made once, kept to its owner, and left out where one is given', async () => {
  const read = await readSettings({ STATE_DIR: folder });
  if (!read.ok) throw new Error('these settings are right');
  const made = withPushKeys(read.settings).vars;
  expect(readConfig(made, { email: true, standIns: true })).toMatchObject({
    config: { push: { publicKey: made.VAPID_PUBLIC_KEY, privateKey: made.VAPID_PRIVATE_KEY } },
  });
  expect(withPushKeys(read.settings).vars).toEqual(made);
  expect(statSync(path.join(folder, 'push-keys')).mode & 0o077).toBe(0);
  const given = { ...read.settings, vars: { ...read.settings.vars, ...newPushKeys() } };
  expect(withPushKeys(given)).toEqual(given);
  const production = { ...read.settings, vars: { ...read.settings.vars, APP_ENV: 'production' } };
  expect(withPushKeys(production)).toEqual(production);
});

test('the key that seals at rest is made once, kept to its owner, and left out where one is given', async () => {
  const read = await readSettings({ STATE_DIR: folder });
  if (!read.ok) throw new Error('these settings are right');
  const made = withSealingKey(read.settings).vars;
  expect(readConfig(made, { email: true, standIns: true })).toMatchObject({
    config: { sealingSecrets: [expect.stringMatching(/^[\w+/]{64}$/)] },
  });
  expect(withSealingKey(read.settings).vars).toEqual(made);
  expect(statSync(path.join(folder, 'sealing-key')).mode & 0o077).toBe(0);
  const given = { ...read.settings, vars: { ...read.settings.vars, SEALING_KEYS: 'of a deployment' } };
  expect(withSealingKey(given)).toEqual(given);
});
