import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { lineCopy } from '../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { toast } from '../../ui/status/toast.tsx';
import { usePainted } from '../../ui/use-painted.ts';
import type { LinePanelsProps } from './line-panels.tsx';

/**
 * The panels, in a separate script that loads after the line is shown, so that the line is shown earlier. If this
 * script could not be loaded, the page requests the script again when staff open a panel. If the second request fails
 * too, a toast appears.
 */
export function LazyPanels(props: LinePanelsProps) {
  const { controls, moving, onMove } = props;
  const { adding, opened, helping } = controls;
  const isPainted = usePainted();
  const { data, refetch } = useQuery({
    queryKey: ['line-panels-part'],
    queryFn: () => import('./line-panels.tsx'),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    enabled: isPainted,
  });
  const isMissing =
    data === undefined && (adding.on || helping.on || opened.id !== null || moving !== undefined);

  const giveUp = useEffectEvent(() => {
    adding.set(false);
    helping.set(false);
    opened.set(null);
    onMove(null);
    toast(lineCopy.panels.notOpened, { tone: 'bad', body: ownerCopy.toasts.tryAgain });
  });
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWaiting = true;
    // A load that has already begun is not started again.
    void refetch({ cancelRefetch: false }).then(({ isError }) => isWaiting && isError && giveUp());
    return () => {
      isWaiting = false;
    };
  }, [isMissing, refetch]);

  return data && <data.LinePanels {...props} />;
}
