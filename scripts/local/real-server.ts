/** Runs `npm start` as a person would, with the port and the state folder of the caller. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { killAtOnce, processesOfRun } from './processes.ts';
import { sessionsGiveWay, spawnDetached } from './spawn-detached.ts';
import { projectRoot } from './settings.ts';

const READY_WITHIN_MS = 60_000;

export type RealServer = {
  origin: string;
  /** The output so far. */
  output(): string;
  /** Kills all processes of the run at once with SIGKILL, without any cleanup. */
  killAll(): Promise<void>;
  /** Stops the server as Ctrl-C would. Resolves with the exit code. */
  stop(): Promise<number | null>;
};

type Start = {
  /** Environment variables, added to the variables of this process. Without `DEMO` in `vars`, the demo is off. */
  vars?: Record<string, string>;
  /** The project folder. Another folder runs another version of the product. */
  root?: string;
  /** True if the server runs at low priority, because a browser's speed is measured. */
  givesWay?: boolean;
};

export async function startRealServer(
  stateDir: string,
  port: number,
  { vars = {}, root = projectRoot, givesWay = false }: Start = {},
): Promise<RealServer> {
  const child = spawnDetached('node', ['scripts/pinned-node.mjs', 'scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, DEMO: 'off', ...vars, PORT: String(port), STATE_DIR: stateDir },
    givesWay,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server could not be started.');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Holdline is running.')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${output}`)));
    setTimeout(
      () => reject(new Error(`The server was not ready in time:\n${output}`)),
      READY_WITHIN_MS,
    ).unref();
  });
  await ready;
  const processes = () => {
    const run = readFileSync(path.join(stateDir, 'run'), 'utf8');
    return [pid, ...processesOfRun(run).map((process) => process.pid)];
  };
  if (givesWay) await sessionsGiveWay(processes());
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    killAll: async () => {
      for (const one of processes()) killAtOnce(one);
      await ended;
    },
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
