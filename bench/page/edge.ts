/**
 * A stand-in for the edge before the local server, which is asked for everything as it is: what is text goes out in brotli of
 * quality 5, all else and sockets pass through. Files that never change are compressed once: a real edge does that on other
 * processors than the phone's, here it would take them from the page that is measured. Each is still asked of the server.
 */
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { constants, brotliCompressSync, createBrotliCompress } from 'node:zlib';

type Edge = { origin: string; stop(): void };

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Answers on `port` for the server at `origin`. */
export async function startEdge(origin: string, port: number): Promise<Edge> {
  const { hostname, port: serverPort } = new URL(origin);
  /** By path: what does not change while it has this address. */
  const compressed = new Map<string, Buffer>();
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const asIs = { ...headers, 'accept-encoding': 'identity' };
    const asked = request({ hostname, port: serverPort, method, path, headers: asIs }, (answer) => {
      const isText = /^(text|application)\//.test(answer.headers['content-type'] ?? '');
      const { 'content-length': _length, ...rest } = answer.headers;
      const status = answer.statusCode ?? 502;
      if (!isText || !acceptsBrotli(incoming)) {
        outgoing.writeHead(status, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      outgoing.writeHead(status, { ...rest, 'content-encoding': 'br' });
      if (!isImmutable(answer)) {
        answer.pipe(createBrotliCompress(BROTLI)).pipe(outgoing);
        return;
      }
      readWhole(answer, (whole) => {
        const body = compressed.get(path ?? '') ?? brotliCompressSync(whole, BROTLI);
        compressed.set(path ?? '', body);
        outgoing.end(body);
      });
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  server.on('upgrade', (incoming, socket) => {
    const behind = connect(Number(serverPort), hostname, () => {
      const lines = incoming.rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`));
      behind.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      socket.pipe(behind).pipe(socket);
    });
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function acceptsBrotli({ headers }: IncomingMessage): boolean {
  return String(headers['accept-encoding']).includes('br');
}

function isImmutable({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 200 && /\bimmutable\b/.test(headers['cache-control'] ?? '');
}

function readWhole(answer: IncomingMessage, then: (whole: Buffer) => void): void {
  const pieces: Buffer[] = [];
  answer.on('data', (piece: Buffer) => pieces.push(piece));
  answer.on('end', () => then(Buffer.concat(pieces)));
}
