import { useState } from 'react';
import { locationsOf } from '../../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { overviewCopy } from '../../../shared/copy/owner/overview.ts';
import { plain, wordsOf } from '../../lib/plain-text.ts';
import { useStableConnection } from '../../lib/stable-connection.ts';
import { useMember } from '../../member-area/member-context.ts';
import page from '../../member-area/page.module.css';
import { useServerNow } from '../../member-area/use-server-now.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Field } from '../../ui/form/field.tsx';
import { ConnectionBadge } from '../../ui/status/connection-badge.tsx';
import { ColumnTerm, LocationRow } from './location-row.tsx';
import { isUrgent, needOf, sortedByNeed } from './need.ts';
import styles from './overview.module.css';
import { useCheckedSession } from './use-checked-session.ts';
import { useHeldOrder } from './use-held-order.ts';
import { useOverview } from './use-overview.ts';

const say = overviewCopy;
const { live, reconnecting, offline } = ownerCopy.dashboard;
const columns = ['location', 'state', 'waiting', 'longest', 'arriving', 'joined', 'left', 'actions'] as const;
/** With this number of locations or more, the page has a field to find a location. */
const MANY_LOCATIONS = 10;
/** How often waits are updated. */
const WAITS_MS = 10_000;

/**
 * The page `/business/locations` shows all locations. One socket keeps their data up to date. Locations that need help
 * come first.
 */
export function Overview() {
  const { user, askedAtMs } = useMember();
  const { locations, connection } = useOverview();
  const now = useServerNow(WAITS_MS);
  const shownConnection = useStableConnection(connection);
  const { order, handlers } = useHeldOrder(sortedByNeed(locations, now));
  useCheckedSession(shownConnection);
  const urgent = locations.filter(({ known }) => isUrgent(needOf(known, now))).length;
  usePageTitle(say.tabTitle(urgent));
  const waiting = locations.reduce(
    (sum, { known }) => sum + (typeof known === 'object' ? known.waiting : 0),
    0,
  );
  const [typed, setTyped] = useState('');
  const words = wordsOf(typed);
  const accounts = new Map(locationsOf(user).map((location) => [location.id, location]));
  const byId = new Map(locations.map((location) => [location.id, location]));
  const shown = order.flatMap((id) => {
    const location = byId.get(id);
    if (!location) return [];
    const { address = '' } = (typeof location.known === 'object' ? location.known : accounts.get(id)) ?? {};
    return words.every((word) => plain(address).includes(word)) ? [location] : [];
  });

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <div className={styles.head}>
        <h1 className={page.title}>{say.title}</h1>
        <ConnectionBadge state={shownConnection} words={{ live, reconnecting, offline }} />
        <p className={page.subtitle}>
          <b className={styles.urgent} data-urgent={urgent > 0 || undefined} role="status">
            {urgent > 0 ? say.needHelp(urgent) : say.noneNeedsHelp}
          </b>
          {' · '}
          <span>{say.totals(waiting, locations.length)}</span>
        </p>
      </div>
      {locations.length >= MANY_LOCATIONS && (
        <search className={styles.find}>
          <Field label={say.find} error={shown.length === 0 ? say.noneFound : undefined}>
            {(control) => (
              <input
                {...control}
                type="search"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        </search>
      )}
      <div className={styles.table} hidden={shown.length === 0}>
        <div className={styles.columns} aria-hidden="true">
          {columns.map((name) => (
            <span key={name} data-column={name}>
              <ColumnTerm name={name} />
            </span>
          ))}
        </div>
        <ul aria-label={say.list} className={styles.list} {...handlers}>
          {shown.map((location) => (
            <LocationRow
              key={location.id}
              location={location}
              account={accounts.get(location.id)}
              accountAskedAtMs={askedAtMs}
              now={now}
            />
          ))}
        </ul>
      </div>
    </main>
  );
}
