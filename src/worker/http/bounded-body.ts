/** A request's body as text, never more of it than a call may bring. */
import { MAX_BODY_BYTES } from '../../shared/limits.ts';

/** For text that is there as a whole: between two pieces a decoder remembers the first. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * The body as text, 'too_large', or null when it is not UTF-8 or broke off. What announces
 * too much has been refused before (`unsafeRefusal`); here counts what really arrives.
 */
export async function readText(request: Request): Promise<{ text: string } | 'too_large' | null> {
  const announced = request.headers.get('Content-Length');
  try {
    if (announced !== null && Number(announced) <= MAX_BODY_BYTES) {
      // In one piece, which is much faster than piece by piece; no more can arrive than was announced.
      const bytes = await request.arrayBuffer();
      return bytes.byteLength > MAX_BODY_BYTES ? 'too_large' : { text: strictUtf8.decode(bytes) };
    }
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
    let text = '';
    let bytes = 0;
    // Not cancelled: on one machine the rest is drained (`development/local-front.ts`), elsewhere it goes with the request.
    for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BODY_BYTES) return 'too_large';
      text += decoder.decode(chunk, { stream: true });
    }
    return { text: text + decoder.decode() };
  } catch {
    // Not UTF-8, or the sender went away: in both cases there is nothing to read.
    return null;
  }
}
