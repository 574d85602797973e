/**
 * Runs a script of this project under the Node that the project pins: `node scripts/pinned-node.mjs scripts/start.ts
 * [...]`.
 *
 * Only this file runs under the machine's own Node (20 or newer), so this file is plain JavaScript without
 * dependencies. This file runs `npm ci` if packages are missing. This file forwards signals and the exit code.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'node_modules', '.bin');
const pinnedNode = path.join(root, 'node_modules', 'node', 'bin', 'node');

const [script, ...args] = process.argv.slice(2);
if (script === undefined) stop('usage: node scripts/pinned-node.mjs <script> [arguments]');

if (!isInstalled()) install();
if (!runs(pinnedNode)) fetchPinnedNode();
run();

/**
 * True if npm has installed every package of the lock file. npm writes the record `node_modules/.package-lock.json`
 * last, so the record is missing or old after an interrupted installation.
 */
function isInstalled() {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const present = readPackages(record);
  return Object.entries(wanted).every(
    ([location, { version, optional, os, cpu, libc }]) =>
      location === '' ||
      present[location]?.version === version ||
      // An optional package for another kind of machine may be missing.
      (optional && (libc || !isFor(os, process.platform) || !isFor(cpu, process.arch) || (!os && !cpu))),
  );
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function isFor(kinds, own) {
  return kinds === undefined || kinds.includes(own);
}

function install() {
  console.log('Installing the packages of package-lock.json (npm ci); this takes about half a minute.');
  // --include=dev: all commands here need development packages, even if NODE_ENV is "production".
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
}

/**
 * Runs the install script of the `node` package, which downloads the binary. This is necessary if npm is configured to
 * skip install scripts.
 */
function fetchPinnedNode() {
  console.log('Fetching the pinned Node.');
  const fetched = spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: path.join(root, 'node_modules', 'node'),
    stdio: 'inherit',
  });
  if (fetched.status !== 0 || !runs(pinnedNode)) {
    stop(
      'The pinned Node could not be installed: delete node_modules, check the package registry, try again.',
    );
  }
}

function runs(node) {
  return existsSync(node) && spawnSync(node, ['--version'], { stdio: 'ignore' }).status === 0;
}

function npm(...parameters) {
  // Under `npm run`, npm's path is in the environment. Otherwise npm is on PATH.
  const own = process.env.npm_execpath;
  const [command, before] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  const done = spawnSync(command, [...before, ...parameters], { cwd: root, stdio: 'inherit' });
  if (done.error) stop(`npm could not be run: ${done.error.message}`);
  if (done.status !== 0) stop('npm could not install the packages; what it said stands above.');
}

function run() {
  // Node's own SQLite is experimental, and Node would print a warning.
  const options = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(pinnedNode, [...options, path.resolve(root, script), ...args], {
    cwd: root,
    // The IPC channel closes when this process ends, also after SIGKILL. The script stops when the channel closes.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // The pinned Node's own folder comes first, because `.bin` has no link to this Node if npm skipped install
      // scripts.
      PATH: [path.dirname(pinnedNode), bin, process.env.PATH].join(path.delimiter),
      // The run id identifies the processes of this run.
      HOLDLINE_RUN: randomUUID(),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(`The pinned Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  endWithNpm(child);
}

/** When `npm start` is killed, ends the child, which would otherwise continue without a terminal. */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
