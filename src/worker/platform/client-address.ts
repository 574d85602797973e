import type { Config } from './config.ts';

/** Every request without an address counts as one sender: in production the platform always names it. */
const UNKNOWN_SENDER = 'unknown';

/**
 * Who sent a request, for limits by sender. Null where senders are not told apart: on one's own machine in
 * development, where the address is missing or loopback.
 */
export function clientAddress(request: Request, config: Pick<Config, 'environment'>): string | null {
  const network = networkOf(request.headers.get('CF-Connecting-IP'));
  if (network !== null) return network;
  return config.environment === 'development' ? null : UNKNOWN_SENDER;
}

/**
 * The part of an address that stands for one sender: of IPv4 all of it, of IPv6 the /64 that one line usually has.
 * Null for no address and for loopback, which only one's own machine can send from.
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
