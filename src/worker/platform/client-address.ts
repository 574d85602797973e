import type { Config } from './config.ts';

/** Requests without an address count as one sender. In production the platform always sets the address. */
const UNKNOWN_SENDER = 'unknown';

/**
 * The sender's key for rate limits. Null in development if the address is missing or loopback: then senders
 * are not distinguished.
 */
export function clientAddress(request: Request, config: Pick<Config, 'environment'>): string | null {
  const network = networkOf(request.headers.get('CF-Connecting-IP'));
  if (network !== null) return network;
  return config.environment === 'development' ? null : UNKNOWN_SENDER;
}

/**
 * The network that counts as one sender: an IPv4 address, or the /64 of an IPv6 address. Null for no address,
 * and for loopback.
 */
export function networkOf(address: string | null): string | null {
  const text = address?.trim().toLowerCase() ?? '';
  const ipv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1];
  if (ipv4 !== undefined) return ipv4.startsWith('127.') ? null : ipv4;
  if (!text.includes(':') || text === '::1') return null;
  const [head = '', tail] = text.split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).map(withoutLeadingZeros).join(':')}::/64`;
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

function withoutLeadingZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
