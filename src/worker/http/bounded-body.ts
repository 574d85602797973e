/** Reads a request's body as text, with a size limit. */
import { MAX_BODY_BYTES, MAX_WEBHOOK_BYTES } from '../../shared/limits.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** The size limit of this request's body, in bytes. */
export function maxBodyBytes(request: Request): number {
  return new URL(request.url).pathname === '/stripe/webhook' ? MAX_WEBHOOK_BYTES : MAX_BODY_BYTES;
}

/** A body as text; 'too_large'; or null if the body is not UTF-8 or was interrupted. */
export type BodyText = { text: string } | 'too_large' | null;

/**
 * Reads the body, but at most one byte more than the smaller of two sizes: the size limit of the request, and the
 * announced size (`Content-Length`). A missing body is an empty text.
 */
export async function readText(request: Request): Promise<BodyText> {
  const announced = request.headers.get('Content-Length');
  const limit = Math.min(maxBodyBytes(request), announced === null ? Infinity : Number(announced));
  const reader = request.body?.getReader({ mode: 'byob' });
  try {
    // One call reads all chunks together, because each read takes processor time, even for a chunk of one byte.
    const read = await reader?.read(new Uint8Array(limit + 1), { min: limit + 1 });
    const bytes = read?.value ?? new Uint8Array();
    return bytes.byteLength > limit ? 'too_large' : { text: strictUtf8.decode(bytes) };
  } catch {
    // The body is not UTF-8, or the connection broke.
    return null;
  } finally {
    // The rest of the body is not cancelled. On a developer's machine the rest is drained
    // (`development/local-front.ts`); in a deployment the rest ends with the request.
    reader?.releaseLock();
  }
}
