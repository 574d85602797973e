/** The URL of a live socket at this path of the page's origin. */
export function socketUrl(path: string): URL {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}
