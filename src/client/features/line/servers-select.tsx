import { deskCopy } from '../../../shared/copy/en/owner/desk.ts';
import { SERVERS_MAX } from '../../../shared/limits.ts';
import type { Servers } from './actions/use-servers.ts';
import styles from './servers-select.module.css';

const say = deskCopy.servers;
const counts = Array.from({ length: SERVERS_MAX }, (_, index) => index + 1);

/** The control by which staff tell how many people serve now, from which waits are estimated. */
export function ServersSelect({ servers: { count, set } }: { servers: Servers }) {
  return (
    <select
      className={styles.select}
      aria-label={say.label}
      title={say.label}
      value={count ?? ''}
      onChange={({ target: { value } }) => set(value === '' ? null : Number(value))}
    >
      <option value="">{say.none}</option>
      {counts.map((servers) => (
        <option key={servers} value={servers}>
          {say.serving(servers)}
        </option>
      ))}
    </select>
  );
}
