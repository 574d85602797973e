import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeviceView } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { request } from '../../lib/api.ts';
import { OwnerContext } from '../../owner-area/owner-context.ts';
import { useOwnerQuery } from '../../owner-area/owner-query.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Stand } from '../stand/stand.tsx';
import { deviceQuery } from './device-queries.ts';
import styles from './device.module.css';
import { EnrolForm } from './enrol-form.tsx';
import { LockScreen } from './lock-screen.tsx';
import { useIdleLock } from './use-idle-lock.ts';

const say = devicesCopy.page;

/**
 * `/device`: the page of a device at the door. It is enrolled by a code; then members unlock it with their PIN and work
 * the line, until one of them locks it or nobody touches it.
 */
export function DevicePage() {
  const queryClient = useQueryClient();
  const { data: device, isPending, isLoadingError, refetch } = useQuery(deviceQuery);
  /** Locked here: only a PIN opens the line again, even if the server was not reached. */
  const [isLocked, setLocked] = useState(false);

  function show(view: DeviceView): void {
    queryClient.setQueryData(deviceQuery.queryKey, view);
    setLocked(view.unlockedBy === null);
  }

  if (isPending) return null;
  if (isLoadingError) {
    return (
      <main id="main" className={styles.page}>
        <EmptyState icon="wifi-off" title={say.loadFailed}>
          <Button tone="quiet" onClick={() => void refetch()}>
            {teamCopy.loadAgain}
          </Button>
        </EmptyState>
      </main>
    );
  }
  if (!device) return <EnrolForm onEnrolled={show} />;
  if (isLocked || device.unlockedBy === null) return <LockScreen device={device} onUnlocked={show} />;
  return (
    <UnlockedStand
      device={device}
      unlockedBy={devicesCopy.nameOf(device.unlockedBy.name)}
      onLock={() => {
        setLocked(true);
        // The server also locks a device that nobody uses, so a failure needs no answer.
        request('POST', '/auth/device/lock').catch(() => undefined);
      }}
    />
  );
}

type StandProps = { device: DeviceView; unlockedBy: string; onLock: () => void };

/** The stand with the session of the member who unlocked the device. */
function UnlockedStand({ device, unlockedBy, onLock }: StandProps) {
  const queryClient = useQueryClient();
  const owner = useOwnerQuery();
  const isEnded = !owner.isPending && !owner.data;
  useIdleLock(device.idleMinutes, onLock);
  useEffect(() => {
    // Locked or revoked elsewhere.
    if (isEnded) void queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey });
  }, [isEnded, queryClient]);
  if (!owner.data) return null;
  return (
    <OwnerContext value={owner.data}>
      <Stand device={{ unlockedBy, onLock }} />
    </OwnerContext>
  );
}
