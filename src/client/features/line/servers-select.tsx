import { deskCopy } from '../../../shared/copy/owner/desk.ts';
import { SERVERS_MAX } from '../../../shared/limits.ts';
import { useMay } from '../../member-area/may.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import type { Servers } from './actions/use-servers.ts';
import styles from './servers-select.module.css';

const say = deskCopy.servers;
const counts = Array.from({ length: SERVERS_MAX }, (_, index) => index + 1);

/** The control with which staff set how many people serve now. The estimate of the waits uses this number. */
export function ServersSelect({ servers: { count, set } }: { servers: Servers }) {
  const may = useMay('PUT /auth/locations/:id/servers');
  if (!may) return null;
  return (
    <label className={styles.servers} title={say.hint}>
      <Icon name="users" size={18} />
      <span>{say.label}</span>
      <select
        aria-label={say.label}
        value={count ?? ''}
        onChange={({ target: { value } }) => set(value === '' ? null : Number(value))}
      >
        <option value="">{say.none}</option>
        {counts.map((servers) => (
          <option key={servers} value={servers}>
            {servers}
          </option>
        ))}
      </select>
    </label>
  );
}
