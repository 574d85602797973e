import { settingGroups, settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import {
  ownersSettings,
  settingGroupNames,
  settingNames,
  settings,
} from '../../../../shared/queue/settings.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { useMember } from '../../../member-area/member-context.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import styles from './queue-settings.module.css';
import { SettingField } from './setting-field.tsx';
import { settingFacts } from './setting-words.ts';

const say = settingsCopy.queue;

/**
 * The settings of one location (`docs/spec.md` 10.5, 10.10, 10.12 and 10.13). The closed panel shows the most important
 * settings.
 */
export function QueueSettings({ location, name }: { location: LocationView; name: string }) {
  const isOwner = useMember().user.role === 'owner';
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
        {settingGroupNames.map((group) => {
          const ofGroup = settingNames.filter(
            (one) => settings[one].group === group && (isOwner || !ownersSettings.includes(one)),
          );
          return (
            ofGroup.length > 0 && (
              <div key={group} className={styles.group}>
                <h4 className={styles.heading}>{settingGroups[group]}</h4>
                {ofGroup.map((one) => (
                  <SettingField key={one} name={one} location={location} />
                ))}
              </div>
            )
          );
        })}
      </div>
    </details>
  );
}
