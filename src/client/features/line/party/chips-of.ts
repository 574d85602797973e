/** Short remarks on a party. Pure. */
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import type { TextState, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { isHeldFor } from '../../../../shared/text/text-states.ts';
import type { IconName } from '../../../ui/owner-icon.tsx';

const say = lineCopy.row;

/** A short remark on a party. */
export type Chip = { tone: 'said' | 'more' | 'bad' | 'ok' | 'plain' | 'note'; icon: IconName; words: string };

/** The remarks on a party, the most urgent remark first. */
export function chipsOf(visit: VisitView): Chip[] {
  const { onMyWayAt, moreTimeAt, pageGone, message, note, sameNumber, senderGroup, textCredits } = visit;
  const chips: (Chip | false | undefined)[] = [
    onMyWayAt !== undefined && { tone: 'said', icon: 'walk', words: say.onMyWay },
    moreTimeAt !== undefined && { tone: 'more', icon: 'clock', words: say.moreTime },
    pageGone && { tone: 'bad', icon: 'bell', words: say.pageGone },
    message && isBad(message) && { tone: 'bad', icon: 'warning', words: wordsOf(message) },
    note !== undefined && { tone: 'note', icon: 'note', words: note },
    senderGroup !== undefined && { tone: 'more', icon: 'users', words: say.senderGroup },
    sameNumber && { tone: 'more', icon: 'copy', words: say.sameNumber },
    message && !isBad(message) && { tone: 'plain', icon: 'message', words: wordsOf(message) },
    textCredits !== undefined && { tone: 'plain', icon: 'message', words: say.textCredits(textCredits) },
  ];
  return chips.filter((chip) => chip !== false && chip !== undefined);
}

function isBad({ status, error }: TextState): boolean {
  return (
    status === 'failed' || status === 'unknown' || status === 'not_sent' || heldWords(status, error) !== null
  );
}

function wordsOf({ status, error }: TextState): string {
  return heldWords(status, error) ?? say.text[status];
}

/** The words for the reason why a queued text is held; null if the text is not held. */
function heldWords(status: TextState['status'], error: TextState['error']): string | null {
  return status === 'queued' && error !== undefined && isHeldFor(error) ? say.held[error] : null;
}
