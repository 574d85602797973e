import { useState, type MouseEvent } from 'react';
import { analyticsCopy } from '../../../shared/copy/owner/analytics.ts';
import { calendarDay } from '../../../shared/time/day-figures.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { useDownload } from '../../member-area/use-download.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import styles from './analytics.module.css';

const say = analyticsCopy.export;

/** CSV export of a location's history, for the days that the owner chooses. */
export function ExportCard({ location: { id, timezone } }: { location: LocationView }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const today = calendarDay(serverClock.now(), timezone);
  const isBackwards = from !== '' && to !== '' && from > to;
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
  const file = useDownload(say.failed);
  const href = isBackwards ? undefined : `/auth/locations/${id}/history.csv?${query.toString()}`;
  const day = (label: string, value: string, onChange: (day: string) => void, error?: string) => (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="date"
          max={today}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <div className={styles.days}>
        {day(say.from, from, setFrom)}
        {day(say.to, to, setTo, isBackwards ? say.backwards : undefined)}
      </div>
      {/* A link that people can copy. A click follows the link only if the file is available (`useDownload`). */}
      <a
        className={buttonClass({ tone: 'quiet', wide: true })}
        href={href}
        aria-disabled={isBackwards || file.isPending || undefined}
        download
        onClick={(event: MouseEvent) => {
          event.preventDefault();
          if (href !== undefined && !file.isPending) file.mutate(href);
        }}
      >
        <Icon name="download" />
        {say.submit}
      </a>
      <p className={styles.hint}>{say.hint}</p>
    </Card>
  );
}
