/**
 * The server process of `npm start` (`built`) and `npm run dev` (`dev`). `local/server.ts` starts this file with mode,
 * host and port as arguments. The process stops when the IPC channel to its parent closes. The channel closes whenever
 * the parent ends.
 */
import type { LocalServer } from './local/built-server.ts';

const CLOSE_WITHIN_MS = 3_000;

const [mode, host = '127.0.0.1', port = '8787'] = process.argv.slice(2);

process.on('disconnect', () => void stop());
// A signal stops the server properly. The default reaction to a signal would end the process without closing the
// server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

const server = await start();
process.send?.('listening');

async function start(): Promise<LocalServer> {
  // Each server is imported only in its mode, because loading a server takes about a second.
  if (mode === 'dev') {
    const { serveSources } = await import('./local/source-server.ts');
    return serveSources(host, Number(port));
  }
  const { serveBuilt } = await import('./local/built-server.ts');
  return serveBuilt(host, Number(port), process.env['STATE_DIR'] ?? '.state');
}

async function stop(): Promise<never> {
  setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref();
  await server.close();
  process.exit(0);
}
