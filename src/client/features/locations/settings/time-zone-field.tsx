import { clockLocale } from '../../../../shared/copy/page-language.ts';
import { isTimeZone } from '../../../../shared/queue/settings.ts';
import { useState } from 'react';
import { settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { clockTime } from '../../../lib/format.ts';
import { useServerNow } from '../../../member-area/use-server-now.ts';
import { Field } from '../../../ui/form/field.tsx';
import styles from './queue-settings.module.css';
import { Marked } from './save-status.tsx';
import { timeZoneFrom } from './setting-words.ts';
import { useSetting } from './use-setting.ts';

const say = settingsCopy.queue;

/** How often the location's local time is updated. */
const TIME_THERE_MS = 5_000;
const LIST_ID = 'time-zones';
/** Browsers omit UTC from their list, but a location without a chosen time zone has UTC. */
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/**
 * The suggestions of all time zone fields. The page contains this list only once, because the list has hundreds of
 * entries.
 */
export function TimeZoneList() {
  return (
    <datalist id={LIST_ID}>
      {zones.map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </datalist>
  );
}

/**
 * The time zone field. The value is saved when a name is chosen from the list. If the zone can be found, the value is
 * also saved when the field is left, or on Enter.
 */
export function TimeZoneField({ location }: { location: LocationView }) {
  const timezone = useSetting(location, 'timezone', say.timeZone);
  const [typed, setTyped] = useState<string>();
  const [complaint, setComplaint] = useState<string>();
  const error = complaint ?? (typed === undefined ? timezone.error : undefined);

  function save(zone: string): void {
    setTyped(undefined);
    setComplaint(undefined);
    if (zone !== timezone.value) timezone.save(zone);
  }

  function commit(): void {
    if (typed === undefined) return;
    const zone = timeZoneFrom(typed, zones);
    if (zone === undefined) setComplaint(say.timeZoneUnknown);
    else save(zone);
  }

  return (
    <Marked state={complaint === undefined ? timezone.state : 'failed'} problem={error}>
      <Field label={say.timeZone} hint={say.timeZoneHint} error={error}>
        {(control) => (
          <input
            {...control}
            list={LIST_ID}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed ?? timezone.value}
            // Selects the current name, so that typed text replaces it. The browser's list shows only names that match
            // the field's text.
            onFocus={(event) => event.target.select()}
            onChange={({ target, nativeEvent }) => {
              setTyped(target.value);
              setComplaint(undefined);
              if (isChosen(nativeEvent) && zones.includes(target.value)) save(target.value);
            }}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
          />
        )}
      </Field>
      <TimeThere timezone={timezone.value} />
    </Marked>
  );
}

/**
 * Whether a name was chosen from the list. Browsers report a choice as a replacement of text, or by an event without an
 * input type.
 */
function isChosen(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
}

function TimeThere({ timezone }: { timezone: string }) {
  const now = useServerNow(TIME_THERE_MS);
  // The server may support zones that this browser does not have yet.
  if (!isTimeZone(timezone)) return <p className={styles.note}>{say.timeThereUnknown}</p>;
  return <p className={styles.note}>{say.timeThere(clockTime(now, timezone, clockLocale))}</p>;
}
