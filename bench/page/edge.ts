/**
 * A proxy in front of the local server, in place of the CDN's edge. The proxy compresses text with brotli at quality 5,
 * and does not change other files and sockets. Immutable files are compressed only once: the proxy runs on the same
 * machine as the measured browser, but a real edge does not use the phone's processor. The server still gets each
 * request. The proxy can delay sockets, because Chromium's slow networks do not slow down sockets.
 */
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { constants, brotliCompressSync, createBrotliCompress } from 'node:zlib';

type Edge = {
  origin: string;
  /** Gives all new sockets a latency of `ms` for both directions together. */
  delaySockets(ms: number): void;
  stop(): void;
};

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Listens on `port` for the server at `origin`. */
export async function startEdge(origin: string, port: number): Promise<Edge> {
  const { hostname, port: serverPort } = new URL(origin);
  /** Compressed immutable files, by path. */
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
  let socketLatencyMs = 0;
  server.on('upgrade', (incoming, socket) => {
    const oneWayMs = socketLatencyMs / 2;
    const behind = connect(Number(serverPort), hostname, () => {
      const lines = incoming.rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`));
      setTimeout(() => behind.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`), oneWayMs);
    });
    passOn(socket, behind, oneWayMs);
    passOn(behind, socket, oneWayMs);
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    delaySockets: (ms) => {
      socketLatencyMs = ms;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Passes on data and the end of the stream, each with a delay of `ms`. */
function passOn(from: Duplex, to: Duplex, ms: number): void {
  from.on('data', (data) => setTimeout(() => to.write(data), ms));
  from.on('close', () => setTimeout(() => to.end(), ms));
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
