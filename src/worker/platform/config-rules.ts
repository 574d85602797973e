/**
 * Rules for the values of the variables in `config-variables.ts`. Some rules apply only in certain environments, and
 * other rules check URLs.
 */
import * as z from 'zod/mini';

/** A rule for the value of a variable, checked only in staging and production. `undefined`: the variable is not set. */
export function deployed(name: string, error: string, holds: (value: string | undefined) => boolean) {
  return ruleOf(['staging', 'production'], name, error, holds);
}

/** Like `deployed`, but only in production. */
export function inProduction(name: string, error: string, holds: (value: string | undefined) => boolean) {
  return ruleOf(['production'], name, error, holds);
}

function ruleOf(
  environments: readonly string[],
  name: string,
  error: string,
  holds: (value: string | undefined) => boolean,
) {
  return z.refine<Record<string, string | undefined>>(
    (vars) => !environments.includes(vars['APP_ENV'] ?? '') || holds(vars[name]),
    { path: [name], error },
  );
}

/** Whether the variable has a real value. Names that end in `.example` are reserved and belong to nobody (RFC 2606). */
export function isReal(value: string | undefined): boolean {
  return value !== undefined && !/\.example$/i.test(value);
}

/** Whether the value is an http or https URL without a path. */
export function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    // A path, query or user in the URL would be lost or would break links.
    (value === url.origin || value === `${url.origin}/`)
  );
}

/** Whether the value is an http or https URL without user, query and fragment. */
export function isBaseUrl(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    !/[?#\s]/.test(value)
  );
}

export function isHttps(url: string | undefined): boolean {
  return URL.parse(url ?? '')?.protocol === 'https:';
}

/** Whether the URL's host is `host` or a subdomain of `host`. */
export function isAtHost(url: string, host: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {};
  return hostname === host || hostname.endsWith(`.${host}`);
}
