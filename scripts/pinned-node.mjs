/**
 * Runs one of this project's scripts under the Node it pins: `node scripts/pinned-node.mjs scripts/start.ts [...]`.
 *
 * The one file that runs under whatever Node the machine has (20 or newer), so it is plain JavaScript without
 * dependencies. It installs what `package-lock.json` asks for where that is missing, and hands signals and the exit
 * code through.
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
 * Whether npm has already put every package of the lock file there. npm writes its own record when it has finished,
 * so an installation that was cut short, or that belongs to an older lock file, does not count.
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
      // Meant for another kind of machine.
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
  // --include=dev: everything here runs on development packages, also where NODE_ENV says production.
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
}

/**
 * The `node` package fetches its binary in an install script. Where npm was told to run no such scripts, run that
 * one script.
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
  // npm started us with its own path in the environment; a bare shell finds it on PATH.
  const own = process.env.npm_execpath;
  const [command, before] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []];
  const done = spawnSync(command, [...before, ...parameters], { cwd: root, stdio: 'inherit' });
  if (done.error) stop(`npm could not be run: ${done.error.message}`);
  if (done.status !== 0) stop('npm could not install the packages; what it said stands above.');
}

function run() {
  // It calls its own SQLite an experiment.
  const options = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(pinnedNode, [...options, path.resolve(root, script), ...args], {
    cwd: root,
    // The channel tells the script when this process is gone, even when it was killed without warning.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // Its own folder first: where install scripts are off, npm has put no link to it among the others.
      PATH: [path.dirname(pinnedNode), bin, process.env.PATH].join(path.delimiter),
      // Names this run, so that what is left of it can be told from everybody else's processes.
      HOLDLINE_RUN: randomUUID(),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(`The pinned Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  endWithNpm(child);
}

/** `npm start` that is killed without warning takes its script along, instead of leaving it without a terminal. */
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
