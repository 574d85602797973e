import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type PropsWithChildren } from 'react';
import type { DeviceView } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { request } from '../../lib/api.ts';
import { readStored, removeStored, store } from '../../lib/storage.ts';
import { MemberContext } from '../../member-area/member-context.ts';
import { useMemberQuery } from '../../member-area/member-query.ts';
import { Button } from '../../ui/form/button.tsx';
import { Stand } from '../stand/stand.tsx';
import { DeviceFrame } from './device-frame.tsx';
import { deviceQuery } from './device-queries.ts';
import styles from './device.module.css';
import { EnrolForm } from './enrol-form.tsx';
import { LockScreen } from './lock-screen.tsx';
import { useIdleLock } from './use-idle-lock.ts';

const say = devicesCopy.page;
const LOCKED_KEY = 'holdline:device-is-locked';

/**
 * `/device`: the page of a device at the door. A code enrols the device. Members unlock the device with their own PIN
 * and then work on the waiting line. The device locks when a member presses a button, or when nobody has touched the
 * device for some time.
 */
export function DevicePage() {
  const queryClient = useQueryClient();
  const { data: device, dataUpdatedAt, isPending, isLoadingError, refetch } = useQuery(deviceQuery);
  /**
   * Whether this page is locked. A locked page opens the line only after a PIN, even after a reload and even if the
   * call to lock did not reach the server.
   */
  const [isLocked, setLocked] = useState(() => readStored(LOCKED_KEY, 'sessionStorage') !== null);
  const isOpenOnServer = isLocked && (device?.unlockedBy ?? null) !== null;

  useEffect(() => {
    // Sends the call to lock again after each check that finds the member's session still open. The server also locks a
    // device that nobody uses.
    if (isOpenOnServer) request('POST', '/auth/device/lock').catch(() => undefined);
  }, [isOpenOnServer, dataUpdatedAt]);

  function lock(): void {
    store(LOCKED_KEY, 'true', 'sessionStorage');
    setLocked(true);
  }

  function show(view: DeviceView): void {
    // Cancels running checks, because an answer from before the unlock would lock the page again.
    void queryClient.cancelQueries({ queryKey: deviceQuery.queryKey });
    queryClient.setQueryData(deviceQuery.queryKey, view);
    removeStored(LOCKED_KEY, 'sessionStorage');
    setLocked(false);
  }

  if (isPending) return null;
  if (isLoadingError) return <LoadFailed onLoadAgain={() => void refetch()} />;
  if (!device) return <EnrolForm onEnrolled={show} />;
  if (isLocked || device.unlockedBy === null) return <LockScreen device={device} onUnlocked={show} />;
  return (
    <UnlockedStand device={device} unlockedBy={devicesCopy.nameOf(device.unlockedBy.name)} onLock={lock} />
  );
}

type StandProps = { device: DeviceView; unlockedBy: string; onLock: () => void };

/** The stand with the session of the member who unlocked the device. */
function UnlockedStand({ device, unlockedBy, onLock }: StandProps) {
  const queryClient = useQueryClient();
  const member = useMemberQuery();
  const isEnded = !member.isPending && !member.data;
  useIdleLock(device.idleMinutes, onLock);
  useEffect(() => {
    // The device was locked or revoked by another page or by the server.
    if (isEnded) void queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey });
  }, [isEnded, queryClient]);
  if (member.isLoadingError) {
    return (
      <LoadFailed onLoadAgain={() => void member.refetch()}>
        <Button tone="quiet" onClick={onLock}>
          {say.lock}
        </Button>
      </LoadFailed>
    );
  }
  if (!member.data) return null;
  return (
    <MemberContext value={member.data}>
      <Stand device={{ unlockedBy, onLock }} />
    </MemberContext>
  );
}

function LoadFailed({ onLoadAgain, children }: PropsWithChildren<{ onLoadAgain: () => void }>) {
  return (
    <DeviceFrame title={say.loadFailed}>
      <div className={styles.names}>
        <Button onClick={onLoadAgain}>{teamCopy.loadAgain}</Button>
        {children}
      </div>
    </DeviceFrame>
  );
}
