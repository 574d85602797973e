/** A command that is told to end tidies up first. */

/** What ends a command from outside. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborts once this process is told to end, from the first call on. It does not end by itself any more: whoever calls this
 * lets everything it waits for end with the signal. Told again it only goes on ending: a terminal and `npm run` both tell it.
 */
export function toldToEnd(): AbortSignal {
  const controller = new AbortController();
  for (const ending of endings) {
    process.on(ending, () => controller.abort(new Error(`it was told to end (${ending})`)));
  }
  return controller.signal;
}
