import { useEffect, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router';
import * as z from 'zod/mini';
import { accountCopy } from '../../../shared/copy/owner.ts';
import { toast } from '../../ui/toast.tsx';

const say = accountCopy.reset;

/** What the history entry keeps once the token is out of the address: the page can still be loaded again. */
const keptState = z.object({ resetToken: z.string() });

/**
 * The token of the mailed link, read once and taken out of the address bar, where it could be seen, shared or kept.
 * Null, with the spec's toast and the way to `/forgot`, when there is none.
 */
export function useResetToken(): string | null {
  const navigate = useNavigate();
  const location = useLocation();
  const [token] = useState(() => tokenOf(location));
  const isInAddress = location.search !== '';

  useEffect(() => {
    if (token === null) {
      toast(say.linkInvalid, { tone: 'bad', body: say.linkInvalidBody });
      void navigate('/forgot', { replace: true });
    } else if (isInAddress) {
      void navigate('/reset', { replace: true, state: { resetToken: token } });
    }
  }, [token, isInAddress, navigate]);

  return token;
}

function tokenOf({ search, state }: Location<unknown>): string | null {
  const inAddress = new URLSearchParams(search).get('token')?.trim();
  if (inAddress) return inAddress;
  const kept = keptState.safeParse(state);
  return kept.success ? kept.data.resetToken : null;
}
