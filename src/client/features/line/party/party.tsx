import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import { fullName } from '../actions/action-toasts.ts';
import styles from './party.module.css';

const say = ownerCopy.dashboard;

type NameProps = {
  visit: VisitView;
  id?: string;
  /** Opens the party's sheet. Absent if the name is not a button. */
  onOpen?: () => void;
};

/** A guest's name on at most two lines, because a name can have 160 letters. */
export function GuestName({ visit, id, onOpen }: NameProps) {
  const name = fullName(visit);
  return (
    <h3 id={id} className={styles.name} title={name}>
      {onOpen === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <button type="button" data-kind="open" onClick={onOpen}>
          <bdi>{name}</bdi>
        </button>
      )}
    </h3>
  );
}

/** The facts of a party that has left: the time (`when`), the size, and the waiting mode. */
export function Party({ visit, when }: { visit: VisitView; when: string }) {
  return (
    <ul className={styles.facts}>
      <li>
        <Icon name="clock" size={16} />
        {when}
      </li>
      <li>
        <Icon name="users" size={16} />
        {say.guests(visit.numGuests)}
      </li>
      <li>{visit.waitingPreference === 'on_premises' ? say.onPremises : say.waitAnywhere}</li>
    </ul>
  );
}
