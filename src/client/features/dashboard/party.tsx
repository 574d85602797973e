import { ownerCopy } from '../../../shared/copy/owner.ts';
import type { VisitView } from '../../../shared/queue-view.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './party.module.css';

const say = ownerCopy.dashboard;

/** A guest's name, of at most two lines: up to 160 letters must not push the rest of the list away. */
export function GuestName({ visit, id }: { visit: VisitView; id?: string }) {
  const fullName = `${visit.firstName} ${visit.lastName}`;
  return (
    <h3 id={id} className={styles.name} title={fullName}>
      <bdi>{fullName}</bdi>
    </h3>
  );
}

/** What there is to know of a party besides its name: how many, where they wait, how to reach them. */
export function Party({ visit, when }: { visit: VisitView; when?: string }) {
  return (
    <ul className={styles.facts}>
      {when !== undefined && (
        <li>
          <Icon name="clock" size={16} />
          {when}
        </li>
      )}
      <li>
        <Icon name="users" size={16} />
        {say.guests(visit.numGuests)}
      </li>
      <li>{visit.waitingPreference === 'on_premises' ? say.onPremises : say.waitAnywhere}</li>
      {visit.phoneNumber !== undefined && (
        <li>
          <a href={`tel:${visit.phoneNumber.replace(/[^+\d]/g, '')}`}>{visit.phoneNumber}</a>
        </li>
      )}
    </ul>
  );
}
