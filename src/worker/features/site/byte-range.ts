/**
 * Range requests (RFC 9110, section 14) for video players. Safari needs range requests, but the platform ignores range
 * requests for files behind a Worker.
 */

/**
 * A single byte range. The number of the first byte or of the last byte may be missing. Several ranges and other units
 * are ignored.
 */
const oneRange = /^bytes=(\d*)-(\d*)$/;

/**
 * Answers a range request: 206 with the requested part, 416 if this part is beyond the end. Returns the whole file if
 * no range is requested, or if `If-Range` names another version.
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
  // A range without a first byte asks for the last bytes of the file; its number says how many.
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
