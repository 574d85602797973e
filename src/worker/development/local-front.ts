/**
 * Work that Cloudflare's edge does in a deployment. On a developer's machine there is no edge: browsers connect to the
 * Workers runtime directly.
 */

/**
 * `drainBody` reads at most this number of bytes. No page or test sends a larger body. If a body is larger than this
 * number, the runtime closes the connection.
 */
const DRAINED_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Whether a part of the body may be unread. A body with `Content-Length` is read completely or not at all, because
 * `unsafeRefusal` checks its size.
 */
export function mayHaveRest({ body, bodyUsed, headers }: Request): boolean {
  return body !== null && !(bodyUsed && headers.has('Content-Length'));
}

/**
 * Reads the rest of a request's body. If the rest stays unread, the runtime's HTTP server closes the connection, often
 * before the answer is sent. `wrangler dev` also reads the rest.
 */
export async function drainBody(body: Request['body']): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > DRAINED_MAX_BYTES) return;
    }
  } catch {
    // The body was read already, or the sender has disconnected: nothing is left to read.
  }
}

/**
 * Whether the request's host names this machine: an IP address, localhost, or the host of `APP_ORIGIN`. Any other host
 * name may belong to an attacker (DNS rebinding). If the Worker accepted such a name, the attacker's page could read
 * `/dev/outbox`.
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
