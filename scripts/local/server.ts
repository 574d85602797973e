/** Starts and stops the server process of a local run. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { noTelemetryEnv } from './no-telemetry-env.ts';
import { projectRoot, type Settings } from './settings.ts';

export type Server = {
  /** Resolves with the exit code when the server has ended. */
  ended: Promise<number>;
  stop(): void;
};

/**
 * Returns a sentence if the port is not available, else null. The port is checked before the build and the migration,
 * so that the error is shown at once.
 */
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

/**
 * Starts the server and waits until the server listens. Returns null if the server ended before it listened. The reason
 * is then on standard error.
 */
export async function startServer(mode: 'built' | 'dev', settings: Settings): Promise<Server | null> {
  const child = spawn(
    process.execPath,
    [path.join(projectRoot, 'scripts', 'serve.ts'), mode, settings.host, String(settings.port)],
    {
      cwd: projectRoot,
      // The process is not in the terminal's process group, because Ctrl-C would kill the runtime before the server
      // could stop the runtime properly.
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
  const listening = new Promise<true>((resolve) => child.once('message', () => resolve(true)));
  const server = { ended, stop: () => stop(child) };
  return (await Promise.race([listening, ended])) === true ? server : null;
}

/** Disconnects the IPC channel. The server then stops by itself (`serve.ts`). */
function stop(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}

/**
 * Variables that make the kernel of Linux end the runtime together with the server process. On other systems,
 * `state-lock.ts` finds leftover processes.
 */
function runtime(): Record<string, string> {
  const help = spawnSync('setpriv', ['--help'], { encoding: 'utf8' });
  if (process.platform !== 'linux' || !help.stdout?.includes('--pdeathsig')) return {};
  const workerd: { default: string } = createRequire(import.meta.url)('workerd');
  return {
    HOLDLINE_WORKERD: workerd.default,
    MINIFLARE_WORKERD_PATH: path.join(import.meta.dirname, 'workerd-with-parent.sh'),
  };
}
