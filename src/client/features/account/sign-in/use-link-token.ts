import { useEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';
import * as z from 'zod/mini';

/**
 * State of the history entry: it keeps the token after it was removed from the address, so that a reload still works.
 */
const linkTokenState = z.object({ linkToken: z.string() });

/**
 * The token of a mailed link to `path`, removed from the address bar, where it could be seen, shared or stored. Null if
 * the address has no token.
 */
export function useLinkToken(path: '/login' | '/not-me' | '/reset' | '/verify'): string | null {
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
