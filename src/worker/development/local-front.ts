/**
 * What Cloudflare's edge does in front of a deployment and nobody does on one machine, where browsers talk to the Workers
 * runtime itself.
 */

/** More than any page or test sends. A sender that goes on after that loses its connection. */
const DRAINED_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads what the application left of a request's body. The runtime's own HTTP server closes a connection on which more than
 * 64 KiB of a body were not read, often before the answer has left: `wrangler dev` reads the rest for the same reason.
 */
export async function drainBody(body: Request['body']): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > DRAINED_MAX_BYTES) return;
    }
  } catch {
    // Read by somebody else, or the sender went away: nothing is left to read.
  }
}

/**
 * True where the request names this machine: by an address, as localhost, or as `APP_ORIGIN`. Any other name may be a
 * stranger's that leads here (DNS rebinding): its page would read `/dev/outbox` as its own.
 */
export function namesThisMachine(request: Request, appOrigin: string): boolean {
  const host = request.headers.get('Host') ?? new URL(request.url).host;
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^(\[.+\]|[\d.]+)$/.test(hostname) ||
    hostname === URL.parse(appOrigin)?.hostname
  );
}
