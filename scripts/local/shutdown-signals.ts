/** A command that is told to end tidies up first. */

/** What ends a command from outside. */
const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborts once this process is told to end, from the first call on. It does not end by itself any more: whoever calls this
 * lets everything it waits for end with the signal. Told again it only goes on ending: a terminal and `npm run` both tell it.
 */
export function shutdownSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of shutdownSignals) {
    process.on(signal, () => controller.abort(new Error(`it was told to end (${signal})`)));
  }
  return controller.signal;
}
