import { settingsCopy } from '../../../shared/copy/settings.ts';
import type { LocationView } from '../../../shared/queue-view.ts';
import { Icon } from '../../ui/owner-icon.tsx';
import { CallingSettings } from './calling-settings.tsx';
import { HoursSettings } from './hours-settings.tsx';
import { JoiningSettings } from './joining-settings.tsx';
import { NumberSettings } from './number-settings.tsx';
import styles from './queue-settings.module.css';
import { settingFacts } from './setting-words.ts';
import { TextSettings } from './text-settings.tsx';

const say = settingsCopy.queue;

/** What an owner sets for one location (decisions 5, 10, 12 and 13), closed to its most telling facts. */
export function QueueSettings({ location, name }: { location: LocationView; name: string }) {
  return (
    <details className={styles.panel}>
      <summary className={styles.summary}>
        <span>
          <span className={styles.title}>{say.title}</span>
          <span className={styles.facts}>{settingFacts(location.settings).join(' · ')}</span>
        </span>
        <span className={styles.chevron}>
          <Icon name="chevron" />
        </span>
      </summary>
      <div role="group" aria-label={say.titleOf(name)} className={styles.groups}>
        <JoiningSettings location={location} />
        <CallingSettings location={location} />
        <TextSettings location={location} />
        <NumberSettings location={location} />
        <HoursSettings location={location} />
      </div>
    </details>
  );
}
