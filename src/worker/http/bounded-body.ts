/** Reads a request's body as text, with a size limit. */
import { MAX_BODY_BYTES, MAX_WEBHOOK_BYTES } from '../../shared/limits.ts';

/** This decoder is only for complete texts, because a decoder keeps state between chunks. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** The size limit of this request's body, in bytes. */
export function maxBodyBytes(request: Request): number {
  return new URL(request.url).pathname === '/stripe/webhook' ? MAX_WEBHOOK_BYTES : MAX_BODY_BYTES;
}

type BodyText = { text: string } | 'too_large' | null;

/** The bodies that were read, because a body can be read only once. */
const read = new WeakMap<Request, Promise<BodyText>>();

/**
 * The body as text; 'too_large'; or null if the body is not UTF-8 or was interrupted. `unsafeRefusal` has checked
 * `Content-Length`, and this function counts the bytes that arrive.
 */
export function readText(request: Request): Promise<BodyText> {
  const text = read.get(request) ?? readBytes(request);
  read.set(request, text);
  return text;
}

async function readBytes(request: Request): Promise<BodyText> {
  const announced = request.headers.get('Content-Length');
  const limit = maxBodyBytes(request);
  try {
    if (announced !== null && Number(announced) <= limit) {
      // One read is much faster than a read by chunks. At most `Content-Length` bytes can arrive.
      const bytes = await request.arrayBuffer();
      return bytes.byteLength > limit ? 'too_large' : { text: strictUtf8.decode(bytes) };
    }
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
    let text = '';
    let bytes = 0;
    // The rest of the body is not cancelled. On a developer's machine the rest is drained
    // (`development/local-front.ts`); in a deployment the rest ends with the request.
    for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
      bytes += chunk.byteLength;
      if (bytes > limit) return 'too_large';
      text += decoder.decode(chunk, { stream: true });
    }
    return { text: text + decoder.decode() };
  } catch {
    // The body is not UTF-8, or the connection broke.
    return null;
  }
}
