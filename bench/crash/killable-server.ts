/** The real server as something that is killed and started again, on one state folder and one port. */
import { freePort, startRealServer, type RealServer } from '../../scripts/local/real-server.ts';
import { projectRoot } from '../../scripts/local/settings.ts';

/** From one start to its end, in epoch milliseconds: from when it answered, up to when it was killed or stopped. */
export type Life = { from: number; to: number };

/** A server that answers, and which of its lives this is, from 1. */
export type Running = { origin: string; life: number };

export type KillableServer = {
  /** Waits until the server answers. Rejects when it did not come back. */
  running(): Promise<Running>;
  /** False from just before that life is ended. */
  isAlive(life: number): boolean;
  start(): Promise<void>;
  /** SIGKILL to every process of the server at once. */
  kill(): Promise<void>;
  /** What Ctrl-C does. Resolves with the exit code, null when it was not running. */
  stop(): Promise<number | null>;
  /** Its lives so far, the oldest first; the present one lasts until now. */
  lives(): Life[];
};

/** Each of its lives is that of the next of the projects at `roots`, in turn: this one alone, or several versions. */
export async function killableServer(
  stateDir: string,
  roots: [string, ...string[]] = [projectRoot],
): Promise<KillableServer> {
  const port = await freePort();
  const past: Life[] = [];
  let present: { server: RealServer; from: number } | null = null;
  let comingUp = expected();

  /** Takes the server away from everybody who asks, before it ends. */
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

/** Starts it and waits for a first answer: it says that it runs when it listens, before the Worker is loaded. */
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
  // A start that fails is told by `start` itself; it is no unhandled rejection when nobody waits for the server.
  coming.promise.catch(() => {});
  return coming;
}
