/**
 * The server process behind `npm start` (`built`) and `npm run dev` (`dev`), started by `local/server.ts` with the mode, host
 * and port as arguments. It lives as long as the channel to its parent: a parent that ends, however it ends, closes the
 * channel and with it this server.
 */
import type { LocalServer } from './local/built-server.ts';

const CLOSE_WITHIN_MS = 3_000;

const [mode, host = '127.0.0.1', port = '8787'] = process.argv.slice(2);

process.on('disconnect', () => void stop());
// Ctrl-C reaches the parent, which closes the channel. The server's own reaction would report an unclean end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

const server = await start();
process.send?.('listening');

async function start(): Promise<LocalServer> {
  // Each loads a second's worth of code that the other does without.
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
