import { useState } from 'react';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { useMemberQuery } from '../../../member-area/member-query.ts';
import { dismissToasts, toast } from '../../../ui/status/toast.tsx';

const say = ownerCopy.toasts;

/** The Refresh button: refetches the member's data and shows the outcome (`docs/spec.md` section 8). */
export function useRefresh(member: ReturnType<typeof useMemberQuery>) {
  const [refreshing, setRefreshing] = useState(false);

  async function refresh(): Promise<void> {
    dismissToasts();
    setRefreshing(true);
    const { error, data } = await member.refetch();
    setRefreshing(false);
    if (error) toast(say.refreshFailed, { tone: 'bad', body: error.message || say.tryAgain });
    // If the answer contains no data, the session has ended, and the page redirects to `/login`.
    else if (data) toast(say.refreshed, { body: say.refreshedBody });
  }

  return { refreshing, refresh };
}
