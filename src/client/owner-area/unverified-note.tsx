import { Link, useLocation } from 'react-router';
import { securityCopy } from '../../shared/copy/en/security.ts';
import { Icon } from '../ui/owner-icon.tsx';
import { useOwner } from './owner-context.ts';
import styles from './unverified-note.module.css';

const say = securityCopy.unverified;

/** One quiet line until the owner's address is confirmed; not on the page where that is done. */
export function UnverifiedNote() {
  const { emailVerified } = useOwner().user;
  const { pathname } = useLocation();
  if (emailVerified || pathname === '/business/account') return null;
  return (
    <aside className={styles.note} aria-label={securityCopy.email.title}>
      <p>
        <Icon name="message" size={18} />
        <span>{say.note}</span>
        <Link to="/business/account">{say.more}</Link>
      </p>
    </aside>
  );
}
