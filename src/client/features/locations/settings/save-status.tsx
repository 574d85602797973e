import type { ReactNode } from 'react';
import { settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import styles from './save-status.module.css';
import type { SaveState } from './use-setting.ts';

const say = settingsCopy.queue;

type Props = {
  state: SaveState;
  /**
   * The error text, which screen readers announce after the words 'Not saved'. The page shows the error under the
   * control.
   */
  problem?: string | undefined;
};

/** The save state of one control. Screen readers announce the state, except while a save is pending. */
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

/** Shows a control, and its save state in the upper corner beside the control's label. */
export function Marked({ children, ...mark }: Props & { children: ReactNode }) {
  return (
    <div className={styles.marked}>
      {children}
      <SaveStatus {...mark} />
    </div>
  );
}
