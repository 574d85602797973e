/** Starts and stops the server process of a local run. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { noTelemetryEnv } from './no-telemetry-env.ts';
import { projectRoot, type Settings } from './settings.ts';

export type Server = {
  /** Resolves when the server has ended, with its exit code. */
  ended: Promise<number>;
  /** When a person who is logged in as an owner has acted last (epoch milliseconds); 0: never. */
  ownerActedAt(): number;
  stop(): void;
};

/** A sentence when the port cannot be had, else null. Asked before the slow steps, so that the answer comes at once. */
export function portProblem({ host, port }: Settings): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'EADDRINUSE'
          ? `Port ${port} is already in use. Set PORT to a free port, for example PORT=${port + 1} npm start.`
          : `Cannot listen on ${host}, port ${port} (${error.code}). Check HOST and PORT.`,
      ),
    );
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

/** Starts the server and waits until it listens. Null when it ended before; it said why on standard error. */
export async function startServer(mode: 'preview' | 'dev', settings: Settings): Promise<Server | null> {
  const child = spawn(
    process.execPath,
    [path.join(projectRoot, 'scripts', 'serve.ts'), mode, settings.host, String(settings.port)],
    {
      cwd: projectRoot,
      // Away from the terminal's group: Ctrl-C must end it in order, not pull the runtime from under it.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...noTelemetryEnv,
        ...settings.vars,
        ...runtime(),
        STATE_DIR: settings.stateDir,
        NO_COLOR: '1',
      },
    },
  );
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
  let ownerActedAt = 0;
  const listening = new Promise<true>((resolve) =>
    child.on('message', (message) => {
      if (message === 'listening') resolve(true);
      else ownerActedAt = Date.now();
    }),
  );
  const server = { ended, ownerActedAt: () => ownerActedAt, stop: () => stop(child) };
  return (await Promise.race([listening, ended])) === true ? server : null;
}

/** The server stops by itself when its channel closes (`serve.ts`). */
function stop(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}

/** On Linux the runtime is tied to the server process; elsewhere `state-lock.ts` finds what is left. */
function runtime(): Record<string, string> {
  const help = spawnSync('setpriv', ['--help'], { encoding: 'utf8' });
  if (process.platform !== 'linux' || !help.stdout?.includes('--pdeathsig')) return {};
  const workerd: { default: string } = createRequire(import.meta.url)('workerd');
  return {
    HOLDLINE_WORKERD: workerd.default,
    MINIFLARE_WORKERD_PATH: path.join(import.meta.dirname, 'workerd-with-parent.sh'),
  };
}
