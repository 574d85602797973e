import { ownerCopy } from '../../../../shared/copy/en/owner/owner.ts';
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
  /** No text of the location is sent now. */
  held?: boolean;
};

/** The state of a guest's text in words, with the next step if it did not arrive. */
export function TextLine({ state, held = false }: Props) {
  const waits = held && state.status === 'queued';
  return (
    <p className={styles.text} data-status={waits ? 'held' : state.status}>
      <Icon name={waits ? 'warning' : textIcons[state.status]} size={18} />
      {ownerCopy.textMessage[waits ? 'held' : (state.error ?? state.status)]}
    </p>
  );
}

/** The cost of the guest's turn text in SMS credits, if it is not one. */
export function TextCost({ credits }: { credits: number }) {
  return (
    <p className={styles.text}>
      <Icon name="message" size={18} />
      {ownerCopy.textCredits(credits)}
    </p>
  );
}

/** @param ago when the guest was called again */
export function CalledAgain({ ago }: { ago: string }) {
  return (
    <p className={styles.text}>
      <Icon name="bell" size={18} />
      {ownerCopy.tools.calledAgain(ago)}
    </p>
  );
}
