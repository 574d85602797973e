/**
 * The server process behind `npm start` (`preview`) and `npm run dev` (`dev`), started by `local/server.ts` with
 * the mode, host and port as arguments. It lives as long as the channel to its parent: a parent that ends, however
 * it ends, closes the channel and with it this server.
 */
import { createServer, preview, type InlineConfig, type PreviewServer, type ViteDevServer } from 'vite';
import { isOwnersAct } from './demo/owner-acts.ts';

const CLOSE_WITHIN_MS = 3_000;

const [mode, host = '127.0.0.1', port = '8787'] = process.argv.slice(2);
const address = { host, port: Number(port), strictPort: true, allowedHosts: ownHosts() };
const config: InlineConfig = { clearScreen: false, logLevel: mode === 'dev' ? 'info' : 'warn' };

process.on('disconnect', () => void stop());
// Ctrl-C reaches the parent, which closes the channel. Vite's own reaction would report an unclean end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

const server = await start();
// The demo's life waits while an owner acts.
server.httpServer?.on('request', (request) => {
  if (isOwnersAct(request)) process.send?.('owner acted');
});
process.send?.('listening');

async function start(): Promise<PreviewServer | ViteDevServer> {
  if (mode !== 'dev') return preview({ ...config, preview: address });
  const development = await createServer({ ...config, server: address });
  return development.listen();
}

async function stop(): Promise<never> {
  setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref();
  await server.close();
  process.exit(0);
}

/** Host names other than localhost and plain addresses are refused by Vite unless they are ours. */
function ownHosts(): string[] {
  const origin = URL.parse(process.env['APP_ORIGIN'] ?? '');
  return origin ? [origin.hostname] : [];
}
