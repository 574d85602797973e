/** Runs the built Worker in the Workers runtime, without a development server in front of the Worker. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { projectRoot } from './settings.ts';

const builtFolder = path.join(projectRoot, 'dist', 'holdline');

/** A server that runs in the current process. */
export type LocalServer = { close(): Promise<void> };

/**
 * Serves `dist/` at this address with this state folder. The Worker's variables come from the environment of this
 * process.
 */
export async function serveBuilt(host: string, port: number, stateDir: string): Promise<LocalServer> {
  const config = unstable_readConfig({ config: path.join(builtFolder, 'wrangler.json') });
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config);
  const { modulesRules: _, ...options } = workerOptions;
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      host,
      port,
      log: new Log(LogLevel.WARN),
      // Shows the events of the Worker's log (`src/worker/platform/log.ts`), and only the warnings and errors of the
      // runtime.
      handleStructuredLogs: ({ level, message }) => {
        if (level === 'warn' || level === 'error') console.error(message);
        else if (message.startsWith('{"event":')) console.log(message);
      },
      // Lets `run.ts` trigger the hourly cron.
      unsafeTriggerHandlers: true,
      workers: [{ ...options, name: config.name, modulesRoot: builtFolder, modules: builtModules(main) }],
    }),
    resourcePersistencePath: path.join(stateDir, 'v3'),
  });
  await miniflare.ready;
  return { close: () => miniflare.dispose() };
}

/** The files of the Worker, the entry first. */
function builtModules(main: string | undefined) {
  const files = readdirSync(builtFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => path.join(builtFolder, file));
  return files
    .toSorted((a, b) => Number(b === main) - Number(a === main))
    .map((file) => ({ type: 'ESModule' as const, path: file }));
}
