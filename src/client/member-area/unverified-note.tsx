import { Link, useLocation } from 'react-router';
import type { AccountView } from '../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../shared/copy/owner/owner.ts';
import { UNCONFIRMED_GUESTS_MAX, UNCONFIRMED_GUESTS_TOLD_FROM } from '../../shared/limits.ts';
import { Icon } from '../ui/owner-icon.tsx';
import { useMember } from './member-context.ts';
import styles from './unverified-note.module.css';

const say = ownerCopy.unverified;

/**
 * An owner without a confirmed email address gets only a limited number of guests. Returns whether the limit of guests
 * is nearly reached, or is reached at a location.
 */
export function isNearGuestLimit({
  guestsLeft = UNCONFIRMED_GUESTS_MAX,
  noGuestsLeftAt = [],
}: AccountView): boolean {
  return UNCONFIRMED_GUESTS_MAX - guestsLeft >= UNCONFIRMED_GUESTS_TOLD_FROM || noGuestsLeftAt.length > 0;
}

/**
 * A small note until the owner's email address is confirmed. Hidden on the account page, where the owner confirms the
 * address. After `UNCONFIRMED_GUESTS_TOLD_FROM` guests the note also says how many more guests are allowed. If only
 * some of the locations accept no more guests, the note names these locations.
 */
export function UnverifiedNote() {
  const { emailVerified, guestsLeft = UNCONFIRMED_GUESTS_MAX, noGuestsLeftAt = [] } = useMember().user;
  const { pathname } = useLocation();
  if (emailVerified || pathname === '/business/account') return null;
  const isNear = UNCONFIRMED_GUESTS_MAX - guestsLeft >= UNCONFIRMED_GUESTS_TOLD_FROM;
  return (
    <aside className={styles.note} aria-label={say.label}>
      <Icon name="message" size={18} />
      <p>
        {isNear ? say.guestsLeft(guestsLeft) : say.note}
        {guestsLeft > 0 && noGuestsLeftAt.length > 0 && ` ${say.noGuestsLeftAt(noGuestsLeftAt)}`}
      </p>
      <Link to="/business/account">{say.more}</Link>
    </aside>
  );
}
