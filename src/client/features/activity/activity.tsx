import { useState } from 'react';
import {
  FORMER_MEMBERS,
  isActivityKind,
  activityKindNames,
  type ActivityFilter,
} from '../../../shared/contracts/activity.ts';
import { activityCopy as say } from '../../../shared/copy/owner/activity.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { useMember } from '../../member-area/member-context.ts';
import page from '../../member-area/page.module.css';
import { useDownload } from '../../member-area/use-download.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import { useChosenLocation } from '../line/live/use-chosen-location.ts';
import { ActivityList } from './activity-list.tsx';
import styles from './activity.module.css';
import { queryOf, useActivity } from './use-activity.ts';

const everything: ActivityFilter = {};

/**
 * `/business/activity`: what people did at a location, newest first, with filters by person, kind and day, and a
 * download as a file.
 */
export function Activity() {
  const { locations } = useMember().user;
  const { locationId, choose } = useChosenLocation(locations);
  const [filter, setFilter] = useState(everything);
  const {
    data,
    isError,
    isPlaceholderData,
    isFetchNextPageError,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useActivity(locationId, filter);
  usePageTitle(say.title);
  const timezone = locations.find(({ id }) => id === locationId)?.timezone ?? 'UTC';
  const events = data?.pages.flatMap((one) => one.events);
  const isFiltered = queryOf(filter) !== '';
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <div>
        <h1 className={page.title}>{say.title}</h1>
        <p className={page.subtitle}>{say.subtitle}</p>
      </div>
      <div className={styles.filters}>
        {locations.length > 1 && (
          <Field label={say.location}>
            {(control) => (
              <select
                {...control}
                value={locationId ?? ''}
                onChange={({ target }) => {
                  choose(target.value);
                  // Removes the person from the filter, because another location has other people.
                  setFilter({ ...filter, actor: undefined });
                }}
              >
                {locations.map(({ id, address }) => (
                  <option key={id} value={id}>
                    {address}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Filters
          filter={filter}
          people={data?.pages[0]?.people ?? []}
          today={calendarDay(serverClock.now(), timezone)}
          onChange={(change) => setFilter({ ...filter, ...change })}
        />
        {locationId !== undefined && <Download href={fileOf(locationId, filter)} />}
      </div>
      {isError && events === undefined ? (
        <EmptyState icon="wifi-off" title={say.loadFailed}>
          <Button tone="quiet" onClick={() => void refetch()}>
            {say.tryAgain}
          </Button>
        </EmptyState>
      ) : events === undefined && locationId !== undefined ? (
        <Skeleton height="24rem" />
      ) : events === undefined || events.length === 0 ? (
        <EmptyState icon="note" title={isFiltered ? say.emptyFilter : say.empty}>
          {isFiltered && (
            <Button tone="quiet" onClick={() => setFilter(everything)}>
              {say.showAll}
            </Button>
          )}
        </EmptyState>
      ) : (
        <>
          <div className={styles.days} aria-busy={isPlaceholderData || undefined}>
            <ActivityList events={events} timezone={timezone} />
          </div>
          {isError && (
            <div className={styles.failed}>
              <Notice icon="warning" role="status">
                {say.loadFailed}
              </Notice>
              <Button
                tone="quiet"
                busy={isFetchingNextPage}
                onClick={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
              >
                {say.tryAgain}
              </Button>
            </div>
          )}
          {hasNextPage && !isError && (
            <Button
              tone="quiet"
              className={styles.older}
              busy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {isFetchingNextPage ? say.loading : say.older}
            </Button>
          )}
          <p className={styles.note}>{say.note}</p>
        </>
      )}
    </main>
  );
}

type FiltersProps = {
  filter: ActivityFilter;
  people: readonly { actor: string; name: string }[];
  /** The latest day that can be chosen. */
  today: string;
  onChange: (change: ActivityFilter) => void;
};

/** The fields that choose a person, a kind of activity, and a day of the location. */
function Filters({ filter: { actor, kind, day }, people, today, onChange }: FiltersProps) {
  const { owner, guest, system } = say.actors;
  return (
    <>
      <Field label={say.who}>
        {(control) => (
          <select
            {...control}
            value={actor ?? ''}
            onChange={({ target }) => onChange({ actor: target.value || undefined })}
          >
            <option value="">{say.everybody}</option>
            <option value="owner">{owner}</option>
            {people.map((one) => (
              <option key={one.actor} value={one.actor}>
                {one.name || say.noName}
              </option>
            ))}
            <option value={FORMER_MEMBERS}>{say.formerMembers}</option>
            <option value="guest">{guest}</option>
            <option value="system">{system}</option>
          </select>
        )}
      </Field>
      <Field label={say.kind}>
        {(control) => (
          <select
            {...control}
            value={kind ?? ''}
            onChange={({ target: { value } }) =>
              onChange({ kind: isActivityKind(value) ? value : undefined })
            }
          >
            <option value="">{say.everything}</option>
            {activityKindNames.map((name) => (
              <option key={name} value={name}>
                {say.kinds[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={say.day}>
        {(control) => (
          <input
            {...control}
            type="date"
            max={today}
            value={day ?? ''}
            onChange={({ target }) => onChange({ day: target.value || undefined })}
          />
        )}
      </Field>
    </>
  );
}

function fileOf(locationId: string, filter: ActivityFilter): string {
  return `/auth/locations/${locationId}/activity.csv?${queryOf(filter)}`;
}

/** A link that people can copy. A click follows the link only if the file is available (`useDownload`). */
function Download({ href }: { href: string }) {
  const file = useDownload(say.downloadFailed);
  return (
    <a
      className={buttonClass({ tone: 'quiet' })}
      href={href}
      aria-disabled={file.isPending || undefined}
      download
      onClick={(event) => {
        event.preventDefault();
        if (!file.isPending) file.mutate(href);
      }}
    >
      <Icon name="download" />
      {say.download}
    </a>
  );
}
