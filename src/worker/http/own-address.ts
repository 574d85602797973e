/** Check of the address that a request was sent to. */
import type { Config } from '../platform/config.ts';

/**
 * Refuses a request that was sent to another host than that of `APP_ORIGIN`, or by http; null if the address is
 * correct. Requests to another host could bypass the firewall rules of our own domain. In development every address is
 * accepted, so that phones in the same network can open pages.
 */
export function addressRefusal(
  request: Request,
  { environment, origin }: Pick<Config, 'environment' | 'origin'>,
): 'wrong_host' | 'insecure' | null {
  if (environment === 'development' || request.url.startsWith(`${origin}/`)) return null;
  return new URL(request.url).host === new URL(origin).host ? 'insecure' : 'wrong_host';
}
