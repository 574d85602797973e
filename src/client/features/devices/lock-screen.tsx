import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeviceView } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Icon } from '../../ui/owner-icon.tsx';
import { DeviceFrame } from './device-frame.tsx';
import { deviceQuery } from './device-queries.ts';
import styles from './device.module.css';
import { PinPad } from './pin-pad.tsx';

const say = devicesCopy.page;

type Props = { device: DeviceView; onUnlocked: (view: DeviceView) => void };

/**
 * The screen of a locked device. Lists the members who may work here, and then asks for the PIN of the chosen member.
 */
export function LockScreen({ device, onUnlocked }: Props) {
  const queryClient = useQueryClient();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { members, businessName, address, name: tablet } = device;
  const chosen = members.find(({ id }) => id === chosenId);
  usePageTitle(say.ready);
  useEffect(() => {
    // No guest's data stays in the memory of a locked device.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== deviceQuery.queryKey[0] });
  }, [queryClient]);
  return (
    <DeviceFrame
      title={chosen ? devicesCopy.nameOf(chosen.name) : say.ready}
      subtitle={`${businessName} · ${address} · ${tablet}`}
    >
      {chosen ? (
        <PinPad
          key={chosen.id}
          memberId={chosen.id}
          name={devicesCopy.nameOf(chosen.name)}
          onUnlocked={onUnlocked}
          onBack={() => setChosenId(null)}
        />
      ) : members.length === 0 ? (
        <p className={styles.nobody}>{say.nobody}</p>
      ) : (
        <ul className={styles.names}>
          {members.map(({ id, name }) => (
            <li key={id}>
              <button type="button" className={styles.name} onClick={() => setChosenId(id)}>
                <Icon name="users" />
                <bdi>{devicesCopy.nameOf(name)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </DeviceFrame>
  );
}
