/** The real server, which can be killed and restarted on one state folder and one port. */
import { freePort, startRealServer, type RealServer } from '../../scripts/local/real-server.ts';
import { projectRoot } from '../../scripts/local/settings.ts';

/** One life of the server in epoch milliseconds: from its first answer until the kill or stop. */
export type Life = { from: number; to: number };

/** A running server, and the number of its life, counted from 1. */
export type Running = { origin: string; life: number };

export type KillableServer = {
  /** Waits until the server answers. Rejects if the server's next start failed. */
  running(): Promise<Running>;
  /** False as soon as the server of this life is being killed or stopped. */
  isAlive(life: number): boolean;
  start(): Promise<void>;
  /** Sends SIGKILL to all processes of the server at once. */
  kill(): Promise<void>;
  /** Stops the server like Ctrl-C. Resolves with the exit code; null if the server was not running. */
  stop(): Promise<number | null>;
  /** The lives so far, oldest first. For the current life, `to` is the present time. */
  lives(): Life[];
};

/**
 * Each start of the server uses the next project folder in `roots`. With two folders, two versions of the server
 * alternate.
 */
export async function killableServer(
  stateDir: string,
  roots: [string, ...string[]] = [projectRoot],
): Promise<KillableServer> {
  const port = await freePort();
  const past: Life[] = [];
  let present: { server: RealServer; from: number } | null = null;
  let comingUp = expected();

  /** Is called before the server is ended. From then on, all callers of `running` wait for the next start. */
  function takeAway(): RealServer | null {
    if (present === null) return null;
    const { server, from } = present;
    past.push({ from, to: Date.now() });
    present = null;
    comingUp = expected();
    return server;
  }

  return {
    running: () => comingUp.promise,
    isAlive: (life) => present !== null && life === past.length + 1,
    start: async () => {
      try {
        const root = roots[past.length % roots.length] ?? projectRoot;
        const server = await startAnswering(stateDir, port, root);
        present = { server, from: Date.now() };
        comingUp.resolve({ origin: server.origin, life: past.length + 1 });
      } catch (error) {
        comingUp.reject(error);
        throw error;
      }
    },
    kill: async () => takeAway()?.killAll(),
    stop: async () => takeAway()?.stop() ?? null,
    lives: () => (present === null ? [...past] : [...past, { from: present.from, to: Date.now() }]),
  };
}

/**
 * Starts the server and waits for a first answer, because the server reports that it listens before the Worker is
 * loaded.
 */
async function startAnswering(stateDir: string, port: number, root: string): Promise<RealServer> {
  const server = await startRealServer(stateDir, port, { root });
  try {
    const answer = await fetch(`${server.origin}/healthz`);
    if (!answer.ok)
      throw new Error(`the server started and answers ${answer.status}: ${await answer.text()}`);
    await answer.text();
    return server;
  } catch (error) {
    await server.killAll();
    throw error;
  }
}

function expected(): PromiseWithResolvers<Running> {
  const coming = Promise.withResolvers<Running>();
  // `start` itself reports a failed start. If no call waits for the server, a failed start would be an unhandled
  // rejection without this handler.
  coming.promise.catch(() => {});
  return coming;
}
