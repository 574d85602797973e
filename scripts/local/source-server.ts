/** Serves the sources by Vite's development server, with hot reload. */
import { createServer } from 'vite';
import type { LocalServer } from './built-server.ts';

export async function serveSources(host: string, port: number): Promise<LocalServer> {
  const server = await createServer({
    clearScreen: false,
    server: { host, port, strictPort: true, allowedHosts: ownHosts() },
  });
  return server.listen();
}

/**
 * The host name in `APP_ORIGIN`, which Vite must accept too. By default, Vite accepts only localhost and IP addresses.
 */
function ownHosts(): string[] {
  const origin = URL.parse(process.env['APP_ORIGIN'] ?? '');
  return origin ? [origin.hostname] : [];
}
