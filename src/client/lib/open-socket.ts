/** Opens a live socket at this path of the page's origin. */
export function openSocket(path: string): WebSocket {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(url);
}
