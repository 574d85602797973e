import { useEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';
import * as z from 'zod/mini';

/** State of the history entry. Stores the token for a reload, because the page removes the token from the address. */
const linkTokenState = z.object({ linkToken: z.string() });

/**
 * Returns the token of a mailed link to `path`, and removes the token from the address bar, where bystanders could see
 * the token. Returns null if neither the address nor the history entry contains a token.
 */
export function useLinkToken(
  path: '/invitation' | '/login' | '/not-me' | '/reset' | '/verify',
): string | null {
  const navigate = useNavigate();
  const location = useLocation();
  const [token] = useState(() => tokenOf(location));
  const isInAddress = location.search !== '';

  useEffect(() => {
    if (token !== null && isInAddress) void navigate(path, { replace: true, state: { linkToken: token } });
  }, [path, token, isInAddress, navigate]);

  return token;
}

function tokenOf({ search, state }: Location<unknown>): string | null {
  const inAddress = new URLSearchParams(search).get('token')?.trim();
  if (inAddress) return inAddress;
  const kept = linkTokenState.safeParse(state);
  return kept.success ? kept.data.linkToken : null;
}
