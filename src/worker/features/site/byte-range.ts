/** Parts of a file, for players of films: Safari plays nothing of a server that cannot send them (RFC 9110, section 14). */

/** One range of bytes, with one end left out at most. Of several ranges, and of other units, nothing is heeded. */
const oneRange = /^bytes=(\d*)-(\d*)$/;

/**
 * The part of the file that the request asks for, with 206; 416 where it lies behind the end; the whole as it came where no
 * part is asked for, or one that only an older copy would have (`If-Range`).
 * @param file a whole file, with status 200
 */
export async function partOf(file: Response, request: Request): Promise<Response> {
  const headers = new Headers(file.headers);
  headers.set('Accept-Ranges', 'bytes');
  const [, from = '', to = ''] = oneRange.exec(request.headers.get('Range') ?? '') ?? [];
  const ifRange = request.headers.get('If-Range');
  const isOfOther = ifRange !== null && ifRange !== headers.get('ETag');
  const isRange = from + to !== '' && (from === '' || to === '' || Number(from) <= Number(to));
  if (request.method !== 'GET' || file.status !== 200 || !isRange || isOfOther)
    return new Response(file.body, { status: file.status, headers });

  const bytes = await file.arrayBuffer();
  const size = bytes.byteLength;
  // Without a first byte it is the last ones that are meant.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  headers.delete('Content-Length');
  if (first > last) {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Range', `bytes ${first}-${last}/${size}`);
  return new Response(bytes.slice(first, last + 1), { status: 206, headers });
}
