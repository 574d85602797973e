import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { TextState } from '../../../../shared/contracts/queue-view.ts';
import { Icon, type IconName } from '../../../ui/owner-icon.tsx';
import styles from './party.module.css';

const textIcons: Record<TextState['status'], IconName> = {
  queued: 'message',
  sending: 'message',
  sent: 'check',
  delivered: 'check',
  failed: 'warning',
  unknown: 'warning',
  not_sent: 'warning',
};

type Props = {
  state: TextState;
  /** Whether the location sends no texts at the moment. */
  held?: boolean;
};

/** The state of a guest's text in words, with the next step if the text did not arrive. */
export function TextLine({ state, held = false }: Props) {
  const isHeld = isTextHeld(state, held);
  return (
    <p className={styles.text} data-status={isHeld ? 'held' : state.status}>
      <Icon name={isHeld ? 'warning' : textIcons[state.status]} size={18} />
      {ownerCopy.textMessage[isHeld && held ? 'held' : (state.error ?? state.status)]}
    </p>
  );
}

/** Whether a queued text is held: the text has an error, or the location sends no texts now (`held`). */
export function isTextHeld({ status, error }: TextState, held: boolean): boolean {
  return status === 'queued' && (held || error !== undefined);
}

/** Shows how many SMS credits the text at the guest's turn costs, if this is not one credit. */
export function TextCost({ credits }: { credits: number }) {
  return (
    <p className={styles.text}>
      <Icon name="message" size={18} />
      {ownerCopy.textCredits(credits)}
    </p>
  );
}

/** @param ago how long ago the guest was called again, in words */
export function CalledAgain({ ago }: { ago: string }) {
  return (
    <p className={styles.text}>
      <Icon name="bell" size={18} />
      {ownerCopy.tools.calledAgain(ago)}
    </p>
  );
}
