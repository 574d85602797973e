import { useId } from 'react';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { WaitingPreference } from '../../../../shared/contracts/queue-view.ts';
import styles from './party-fields.module.css';

const ways: [way: WaitingPreference, words: string][] = [
  ['wait_anywhere', ownerCopy.dashboard.waitAnywhere],
  ['on_premises', ownerCopy.dashboard.onPremises],
];

type Props = { way: WaitingPreference; onChoose: (way: WaitingPreference) => void };

/** The two waiting modes as buttons. */
export function WayButtons({ way, onChoose }: Props) {
  const name = useId();
  return (
    <div className={styles.ways} role="radiogroup" aria-label={lineCopy.party.way}>
      {ways.map(([one, words]) => (
        <label key={one}>
          <input type="radio" name={name} checked={way === one} onChange={() => onChoose(one)} />
          {words}
        </label>
      ))}
    </div>
  );
}
