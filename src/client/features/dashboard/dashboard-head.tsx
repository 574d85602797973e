import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { longDate } from '../../lib/format.ts';
import type { LiveState } from '../../lib/live-socket.ts';
import page from '../../owner-area/page.module.css';
import { Badge } from '../../ui/status/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { ConnectionBadge } from '../../ui/status/connection-badge.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import styles from './dashboard.module.css';

const say = ownerCopy.dashboard;

type Props = {
  name: string;
  locations: readonly { id: string; address: string }[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  /** The last known data of the chosen location, which may be old. */
  known: LocationView | undefined;
  /** The chosen location, only while its data is current. */
  location: LocationView | undefined;
  /** The state of the connection; undefined until it is known. */
  connection: LiveState | undefined;
  now: number;
};

/** The head of the dashboard: greeting, date, location and connection (`docs/spec.md` section 2). */
export function DashboardHead({
  name,
  locations,
  chosenId,
  onChoose,
  known,
  location,
  connection,
  now,
}: Props) {
  return (
    <div className={styles.head}>
      <div className={styles.hello}>
        <h1 className={classes(page.title, styles.greeting)}>{say.greeting(name)}</h1>
        <div className={styles.day}>
          <p>{say.subtitle}</p>
          <p>{longDate(now, known?.timezone, 'en-US')}</p>
        </div>
        {location && (
          <p className={styles.connection}>
            {connection && (
              <ConnectionBadge
                state={connection}
                words={{ live: say.live, reconnecting: say.reconnecting, offline: say.offline }}
              />
            )}
          </p>
        )}
      </div>
      <div className={styles.location}>
        <Field label={say.location}>
          {(control) => (
            <select
              {...control}
              value={chosenId ?? ''}
              disabled={chosenId === undefined}
              onChange={(event) => onChoose(event.target.value)}
            >
              {chosenId === undefined && <option value="">{say.noLocations}</option>}
              {locations.map(({ id, address }, index) => (
                <option key={id} value={id}>
                  {say.locationOption(address, index + 1)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {known && (
        <div className={styles.badges}>
          {location ? (
            <>
              <Badge icon="users">{say.customerCredits(location.customerCredits)}</Badge>
              <Badge icon="message">{say.smsCredits(location.smsCredits)}</Badge>
            </>
          ) : (
            <Skeleton width="17rem" height="1.625rem" />
          )}
        </div>
      )}
    </div>
  );
}
