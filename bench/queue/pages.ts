/**
 * Open pages, each with a live socket and its received messages. This module reads the frames of RFC 6455 itself,
 * because a thousand WebSockets of Node would need as much time for a message as the server.
 */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

export type Page = {
  takesCompressed: boolean;
  /**
   * Messages since this list was last emptied. `at`: time by `performance.now()`. `bytes`: length of the payload, which
   * may be compressed.
   */
  arrived: { at: number; bytes: number }[];
  close(): void;
};

type Options = {
  takesCompressed: boolean;
  /** The session of an owner's page as a `Cookie` header. */
  cookie?: string;
  /** Called with each message except the first. Works only for a page without compression. */
  heard?: (message: string, at: number) => void;
  /** Called when either side has closed the connection. */
  closed?: () => void;
};

const FIRST_MESSAGE_WITHIN_MS = 10_000;
const OPCODE_TEXT = 1;
/**
 * The compression offer that browsers send with every socket. If the runtime accepts this offer, the runtime compresses
 * each message for each page.
 */
const BROWSERS_OFFER = 'permessage-deflate; client_max_window_bits';
/** A close frame without a reason, masked with zeros. */
const CLOSE_FRAME = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);

/** Opens the page's socket. Resolves when the first message has arrived. The first message is not in `arrived`. */
export async function openPage(origin: string, path: string, options: Options): Promise<Page> {
  const { takesCompressed, heard } = options;
  const { socket, head } = await upgrade(new URL(path, origin), options);
  const page: Page = { takesCompressed, arrived: [], close: () => socket.end(CLOSE_FRAME) };
  socket.on('close', () => options.closed?.());
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('A page heard nothing.')), FIRST_MESSAGE_WITHIN_MS);
    let isOpen = false;
    let rest: Buffer = Buffer.alloc(0);
    const hear = (chunk: Buffer) => {
      const at = performance.now();
      const read = readTextFrames(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]));
      ({ rest } = read);
      for (const text of read.texts) {
        if (isOpen) {
          page.arrived.push({ at, bytes: text.length });
          heard?.(text.toString(), at);
        } else {
          isOpen = true;
          clearTimeout(late);
          resolve(page);
        }
      }
    };
    // After the opening, a page with a broken connection is treated as a page without messages.
    socket.on('error', reject);
    socket.on('data', hear);
    if (head.length > 0) hear(head);
  });
}

function upgrade(url: URL, { takesCompressed, cookie }: Options): Promise<{ socket: Socket; head: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      ...(takesCompressed && { 'Sec-WebSocket-Extensions': BROWSERS_OFFER }),
      ...(cookie !== undefined && { cookie }),
    };
    const asked = request(url, { agent: false, headers });
    asked.on('upgrade', (_answer, socket: Socket, head) => resolve({ socket, head }));
    asked.on('response', ({ statusCode }) => reject(new Error(`A socket was answered with ${statusCode}.`)));
    asked.on('error', reject);
    asked.end();
  });
}

/** Returns the payloads of the complete text frames in `buffer`, and the incomplete frame at the end (`rest`). */
function readTextFrames(buffer: Buffer): { texts: Buffer[]; rest: Buffer } {
  const texts = [];
  let start = 0;
  for (;;) {
    const frame = frameAt(buffer, start);
    if (frame === null || frame.end > buffer.length) return { texts, rest: buffer.subarray(start) };
    if (frame.opcode === OPCODE_TEXT) texts.push(buffer.subarray(frame.end - frame.bytes, frame.end));
    start = frame.end;
  }
}

/** Reads a server's frame, which is never masked; null if the header is incomplete. */
function frameAt(buffer: Buffer, start: number): { opcode: number; bytes: number; end: number } | null {
  if (buffer.length < start + 2) return null;
  const opcode = buffer.readUInt8(start) & 0x0f;
  const short = buffer.readUInt8(start + 1);
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const payloadAt = start + 2 + lengthBytes;
  if (buffer.length < payloadAt) return null;
  const bytes =
    lengthBytes === 0
      ? short
      : lengthBytes === 2
        ? buffer.readUInt16BE(start + 2)
        : Number(buffer.readBigUInt64BE(start + 2));
  return { opcode, bytes, end: payloadAt + bytes };
}
