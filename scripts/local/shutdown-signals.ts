/** Shutdown signals for commands that clean up before they end. */

/** Signals that end a command. */
const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * An abort signal for the shutdown of this process. After the first call of this function, shutdown signals no longer
 * end the process, so the caller must stop all work at the abort. Repeated shutdown signals are ignored, because the
 * process can get the same signal from the terminal and from `npm run`.
 */
export function shutdownSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of shutdownSignals) {
    process.on(signal, () => controller.abort(new Error(`it was told to end (${signal})`)));
  }
  return controller.signal;
}
