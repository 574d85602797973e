/** The sources in Vite's development server, with hot reload. */
import { createServer } from 'vite';
import type { LocalServer } from './built-server.ts';

/** Serves them at this address. */
export async function serveSources(host: string, port: number): Promise<LocalServer> {
  const server = await createServer({
    clearScreen: false,
    server: { host, port, strictPort: true, allowedHosts: ownHosts() },
  });
  return server.listen();
}

/** Host names other than localhost and plain addresses are refused by Vite unless they are ours. */
function ownHosts(): string[] {
  const origin = URL.parse(process.env['APP_ORIGIN'] ?? '');
  return origin ? [origin.hostname] : [];
}
