import type { Config } from './config.ts';
import { hmacSha256 } from './hashing.ts';

/** Requests without an address count as one sender. In production the platform always sets the address. */
const UNKNOWN_SENDER = 'unknown';

/**
 * The sender's key for rate limits. Null (unknown) in development if the address is missing or loopback, because
 * senders then cannot be told apart.
 */
export function clientAddress(request: Request, config: Pick<Config, 'environment'>): string | null {
  const network = networkOf(request.headers.get('CF-Connecting-IP'));
  if (network !== null) return network;
  return config.environment === 'development' ? null : UNKNOWN_SENDER;
}

/**
 * The network that counts as one sender: an IPv4 address, or the /64 of an IPv6 address. Null if the address is missing
 * or loopback.
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

/**
 * The networks that count as one sender, the narrowest network first: an IPv4 address, or the /64, /56 and /48 of an
 * IPv6 address. Empty if the sender is unknown.
 * @param network the return value of `networkOf`
 */
export function networksAround(network: string | null): string[] {
  if (network === null) return [];
  const groups = /^(.*)::\/64$/.exec(network)?.[1]?.split(':');
  if (groups === undefined) return [network];
  const [first = '0', second = '0', third = '0', fourth = '0'] = groups;
  const upper = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [network, `${first}:${second}:${third}:${upper}::/56`, `${first}:${second}:${third}::/48`];
}

/** The keyed hash of a network. This hash changes each day (UTC). */
export function networkHash(network: string, { phoneHashKey }: Pick<Config, 'phoneHashKey'>): string {
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return hmacSha256(phoneHashKey, `sender ${day} ${network}`, 'base64url');
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

function withoutLeadingZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
