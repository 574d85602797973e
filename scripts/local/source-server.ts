/** Serves the sources by Vite's development server, with hot reload. */
import { createServer } from 'vite';
import type { LocalServer } from './built-server.ts';

/** Serves the sources at this address. */
export async function serveSources(host: string, port: number): Promise<LocalServer> {
  const server = await createServer({
    clearScreen: false,
    server: { host, port, strictPort: true, allowedHosts: ownHosts() },
  });
  return server.listen();
}

/** Allowed host names: Vite refuses all names other than localhost and IP addresses by default. */
function ownHosts(): string[] {
  const origin = URL.parse(process.env['APP_ORIGIN'] ?? '');
  return origin ? [origin.hostname] : [];
}
