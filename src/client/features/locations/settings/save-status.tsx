import type { ReactNode } from 'react';
import { settingsCopy } from '../../../../shared/copy/en/settings.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import styles from './save-status.module.css';
import type { SaveState } from './use-setting.ts';

const say = settingsCopy.queue;

type Props = {
  state: SaveState;
  /** Said to readers after 'Not saved'; the page shows it under the control. */
  problem?: string | undefined;
};

/** How the saving of one control stands. Announced, but for the moment in between. */
export function SaveStatus({ state, problem }: Props) {
  return (
    <span role="status" className={styles.mark} data-state={state}>
      {state === 'saving' && <span aria-hidden="true">{say.saving}</span>}
      {state === 'saved' && (
        <>
          <Icon name="check" size={16} />
          {say.saved}
        </>
      )}
      {state === 'failed' && (
        <>
          <Icon name="warning" size={16} />
          {say.notSaved}
          {problem && <span className="sr">. {problem}</span>}
        </>
      )}
    </span>
  );
}

/** A control whose label stands on top, and beside the label how its saving stands. */
export function Marked({ children, ...mark }: Props & { children: ReactNode }) {
  return (
    <div className={styles.marked}>
      {children}
      <SaveStatus {...mark} />
    </div>
  );
}
