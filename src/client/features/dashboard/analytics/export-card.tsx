import { useState } from 'react';
import { analyticsCopy } from '../../../../shared/copy/analytics.ts';
import { calendarDay } from '../../../../shared/day-figures.ts';
import type { LocationView } from '../../../../shared/queue-view.ts';
import { serverClock } from '../../../lib/server-clock.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './analytics.module.css';

const say = analyticsCopy.export;

/** The history of a location as a file, of the days that the owner chooses. */
export function ExportCard({ location: { id, timezone } }: { location: LocationView }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const today = calendarDay(serverClock.now(), timezone);
  const isBackwards = from !== '' && to !== '' && from > to;
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) });
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
      {/* A link, not a call: the browser writes the file while it comes, however long it is. */}
      <a
        className={buttonClass({ tone: 'quiet', wide: true })}
        href={isBackwards ? undefined : `/auth/locations/${id}/history.csv?${query.toString()}`}
        aria-disabled={isBackwards || undefined}
        download
      >
        <Icon name="download" />
        {say.submit}
      </a>
      <p className={styles.hint}>{say.hint}</p>
    </Card>
  );
}
