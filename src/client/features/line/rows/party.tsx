import { ownerCopy } from '../../../../shared/copy/en/owner.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import { fullName } from '../actions/action-toasts.ts';
import styles from './party.module.css';

const say = ownerCopy.dashboard;

/** A guest's name on at most two lines, because a name can have 160 letters. */
export function GuestName({ visit, id }: { visit: VisitView; id?: string }) {
  const name = fullName(visit);
  return (
    <h3 id={id} className={styles.name} title={name}>
      <bdi>{name}</bdi>
    </h3>
  );
}

type Props = {
  visit: VisitView;
  /** The time of joining, or of leaving. */
  when?: string;
  /** Whether the wait exceeds the promise. */
  late?: string | undefined;
};

/** The facts of a party: size, waiting mode, phone number. */
export function Party({ visit, when, late }: Props) {
  return (
    <ul className={styles.facts}>
      {when !== undefined && (
        <li className={late && styles.late}>
          <Icon name="clock" size={16} />
          {when}
        </li>
      )}
      {late !== undefined && (
        <li className={styles.late}>
          <Icon name="warning" size={16} />
          {late}
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
