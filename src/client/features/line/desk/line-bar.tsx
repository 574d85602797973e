import { useRef } from 'react';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { shortTime } from '../../../../shared/copy/owner/durations.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { IfMay, useMay } from '../../../member-area/may.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { MenuButton, type MenuItem, type MenuLink } from '../../../ui/menu/menu-button.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import { longestWaitMs } from '../live/lists.ts';
import { waitOf } from '../live/wait.ts';
import { ServersSelect } from '../servers-select.tsx';
import styles from './line-bar.module.css';
import type { LineDeskState } from './use-line-desk.ts';

const say = deskCopy.bar;
const { dashboard, tools } = ownerCopy;

type Props = {
  desk: LineDeskState;
  menu: (MenuItem | MenuLink)[];
  /**
   * With `stand`, the bar has no link to the statistics. This bar shows how many people serve, because the stand's line
   * has no head. On a phone this bar also has Pause and the menu, because the stand has no page menu.
   */
  look?: 'stand';
};

/**
 * The bar above a line: the location, the connection, the number of waiting parties and the longest wait, search,
 * Pause, Add walk-in, and a menu. On a narrow screen the connection is below the location, and Add walk-in is in the
 * tabs.
 */
export function LineBar({ desk, menu, look }: Props) {
  const { location, controls, tab, setTab, pause } = desk;
  const findButton = useRef<HTMLButtonElement>(null);
  const { search, adding } = controls;
  const mayPause = useMay('PATCH /auth/locations/:id');
  const other = tab === 'today' ? 'line' : 'today';

  function endSearch(): void {
    search.close();
    // On a narrow screen the search field disappears, so the focus moves to the button. On a wide screen the button is
    // hidden, so the field keeps the focus.
    findButton.current?.focus();
  }

  return (
    <div className={styles.bar} data-look={look} data-searching={search.isOpen || undefined}>
      <div className={styles.where}>
        <LocationSelect desk={desk} />
        {location && <LineState desk={desk} location={location} />}
      </div>
      {location && (
        <>
          <label className={styles.find}>
            <Icon name="search" size={18} />
            <span className="sr">{tools.search}</span>
            <input
              ref={search.field}
              type="search"
              autoComplete="off"
              placeholder={tools.search}
              value={search.typed}
              onChange={(event) => search.set(event.target.value)}
              onFocus={() => setTab('line')}
              onKeyDown={(event) => event.key === 'Escape' && endSearch()}
            />
          </label>
          <Button
            tone="quiet"
            className={styles.findButton}
            ref={findButton}
            aria-label={search.isOpen ? say.endSearch : tools.search}
            aria-expanded={search.isOpen}
            onClick={search.isOpen ? endSearch : search.open}
          >
            <Icon name={search.isOpen ? 'cross' : 'search'} />
          </Button>
        </>
      )}
      {look !== 'stand' && (
        <Button tone="quiet" className={styles.today} onClick={() => setTab(other)}>
          <Icon name={other === 'line' ? 'users' : 'chart'} />
          <span>{deskCopy.tabs[other]}</span>
        </Button>
      )}
      {location && (
        <>
          {mayPause && !pause.on && (
            <Button tone="quiet" className={styles.pause} onClick={() => pause.set(true)}>
              <Icon name="pause" />
              <span>{tools.pause}</span>
            </Button>
          )}
          <IfMay call="POST /auth/locations/:id/visits">
            <Button className={styles.add} onClick={() => adding.set(true)}>
              <Icon name="plus" />
              {ownerCopy.walkIn.open}
            </Button>
          </IfMay>
          {look === 'stand' && desk.duty.people.length === 0 && <ServersSelect servers={desk.servers} />}
        </>
      )}
      {(location !== undefined || look === 'stand') && (
        <MenuButton className={styles.menu} label={tools.queueTools} items={menu} />
      )}
    </div>
  );
}

function LocationSelect({ desk: { locations, locationId, choose } }: { desk: LineDeskState }) {
  return (
    <label className={styles.select}>
      <span className="sr">{dashboard.location}</span>
      <select
        value={locationId ?? ''}
        disabled={locationId === undefined}
        onChange={(event) => choose(event.target.value)}
      >
        {locationId === undefined && <option value="">{dashboard.noLocations}</option>}
        {locations.map(({ id, address }, index) => (
          <option key={id} value={id} dir="auto">
            {dashboard.locationOption(address, index + 1)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The state of the connection, the number of waiting parties, and the longest wait. */
function LineState({ desk, location }: { desk: LineDeskState; location: LocationView }) {
  const { connection, now, pause } = desk;
  const longestMs = longestWaitMs(location.queue, now);
  const state = connection === 'live' && pause.on ? 'paused' : connection;
  return (
    <p className={styles.state}>
      <span className={styles.connection} data-state={state} role="status">
        {state && (state === 'paused' ? say.paused : dashboard[state])}
      </span>
      {longestMs !== undefined && (
        <span className={styles.counts}>
          <span>
            <b>{location.queue.length}</b> {say.waiting}
          </span>
          <span data-late={location.queue.some((visit) => waitOf(visit, now).tone === 'late') || undefined}>
            <span className={styles.longest}>{say.longest}</span> <b>{shortTime(longestMs)}</b>
          </span>
        </span>
      )}
    </p>
  );
}
