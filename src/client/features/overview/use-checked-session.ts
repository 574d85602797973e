import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveState } from '../../lib/live-socket.ts';
import { memberKey } from '../../member-area/member-query.ts';

/**
 * Checks the session when the connection is lost. If the session has ended, the server refuses each new socket, and the
 * page redirects to /login.
 */
export function useCheckedSession(connection: LiveState): void {
  const queryClient = useQueryClient();
  const isLost = connection === 'reconnecting';
  useEffect(() => {
    if (isLost) void queryClient.invalidateQueries({ queryKey: memberKey });
  }, [isLost, queryClient]);
}
