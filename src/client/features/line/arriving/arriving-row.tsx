import { useId } from 'react';
import type { TextState, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { deskCopy } from '../../../../shared/copy/owner/desk.ts';
import { relativeTime } from '../../../../shared/copy/owner/durations.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import { isMasked } from '../../../../shared/queue/masked-number.ts';
import { mmss } from '../../../lib/countdown.ts';
import { LINE_ACTION, useMay } from '../../../member-area/may.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { holdLeftMs } from '../live/lists.ts';
import type { MenuAction, RowAction } from '../live/predict.ts';
import { Chips } from '../party/chips.tsx';
import { GuestName } from '../party/party.tsx';
import { PartySize } from '../party/party-size.tsx';
import { CalledAgain, isTextHeld, TextLine } from '../party/text-line.tsx';
import styles from './arriving.module.css';

const { dashboard, tools } = ownerCopy;
/** When this share of the hold remains, the countdown gets the colour of a warning. */
const NEAR_SHARE = 0.25;

type Props = {
  visit: VisitView;
  /** Further actions on the visit. */
  menu: readonly MenuAction[];
  /** Whether the location sends no texts at the moment. */
  textsHeld: boolean;
  now: number;
  /** Whether the visit accepts no action at the moment. */
  busy: boolean;
  /** Opens the party's sheet. */
  onOpen: () => void;
  onAct: (action: RowAction) => void;
};

/** The card of a called party: size, name, text, the countdown of its hold, and the buttons for the outcome. */
export function ArrivingRow({ visit, menu, textsHeld, now, busy, onOpen, onAct }: Props) {
  const id = useId();
  const mayAct = useMay(LINE_ACTION);
  const nameId = `${id}-name`;
  const hold = holdOf(visit, now);
  const { message, ...withoutText } = visit;
  // If the text has not arrived and cannot arrive any more, the row says so in a whole sentence, because staff must
  // know why the guest got no text.
  const isToCall = message !== undefined && !isOnItsWay(message, textsHeld);
  const named = (kind: 'arrived' | 'no-show') => ({
    id: `${id}-${kind}`,
    'aria-labelledby': `${id}-${kind} ${nameId}`,
    'data-kind': kind,
    busy,
    onClick: () => onAct({ kind, visit }),
  });
  return (
    <li className={styles.card} data-visit={visit.id} data-hold={hold.state}>
      <PartySize count={visit.numGuests} />
      <div className={styles.who}>
        <GuestName visit={visit} id={nameId} onOpen={onOpen} />
        <div className={styles.facts}>
          <Chips visit={isToCall ? withoutText : visit} />
          {message && isToCall && <TextLine state={message} held={textsHeld} />}
          {visit.calledAgainAt !== undefined && (
            <CalledAgain ago={relativeTime(now - Date.parse(visit.calledAgainAt))} />
          )}
          {visit.phoneNumber !== undefined && <PhoneLink number={visit.phoneNumber} />}
        </div>
      </div>
      <HoldClock hold={hold} />
      <HoldBar hold={hold} />
      {mayAct && (
        <div className={styles.actions}>
          <Button tone="quiet" className={styles.arrived} {...named('arrived')}>
            {tools.arrived}
          </Button>
          <Button tone="quiet" className={styles.noShow} {...named('no-show')}>
            {tools.noShow}
          </Button>
          {menu.length > 0 && (
            <MenuButton
              label={tools.more(fullName(visit))}
              data-kind="more"
              items={menu.map(({ action, ...item }) => ({ ...item, run: () => onAct(action) }))}
            />
          )}
        </div>
      )}
    </li>
  );
}

/** The phone number. A number that is not masked is a link that starts a call. */
function PhoneLink({ number }: { number: string }) {
  const shown = <bdi dir="ltr">{number}</bdi>;
  return isMasked(number) ? shown : <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{shown}</a>;
}

/** Whether a text has arrived or may still arrive. */
function isOnItsWay(text: TextState, textsHeld: boolean): boolean {
  const { status } = text;
  if (status === 'queued') return !isTextHeld(text, textsHeld);
  return status === 'sending' || status === 'sent' || status === 'delivered';
}

/**
 * A hold at one moment. `share`: the remaining part of the hold, from 0 to 1. `end`: after the end of the hold, the
 * length of the hold divided by the time since the call.
 */
type Hold = { state: 'runs' | 'near' | 'ended'; leftMs: number; share: number; end: number };

function holdOf(visit: VisitView, now: number): Hold {
  const leftMs = holdLeftMs(visit, now);
  const wholeMs = Date.parse(visit.holdEndsAt ?? '') - Date.parse(visit.admittedAt ?? '');
  const share = wholeMs > 0 ? Math.max(0, Math.min(1, leftMs / wholeMs)) : 0;
  if (leftMs <= 0) return { state: 'ended', leftMs, share: 1, end: wholeMs / (wholeMs - leftMs) };
  return { state: share <= NEAR_SHARE ? 'near' : 'runs', leftMs, share, end: 1 };
}

/** Counts down the time until the end of the hold. After the end of the hold, counts up the time since the end. */
function HoldClock({ hold: { state, leftMs } }: { hold: Hold }) {
  const ended = state === 'ended';
  return (
    <p className={styles.clock} role={ended ? undefined : 'timer'}>
      <b>
        <bdi dir="ltr">{ended ? `+${mmss(-leftMs)}` : mmss(leftMs)}</bdi>
      </b>{' '}
      {ended ? dashboard.holdEnded : deskCopy.holdLeft}
    </p>
  );
}

/**
 * Shows the remaining hold as a bar that gets shorter. After the hold's end the bar is full, and a gap in the bar marks
 * the moment of this end.
 */
function HoldBar({ hold: { state, share, end } }: { hold: Hold }) {
  return (
    <svg className={styles.hold} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.holdWhole} width="100" height="4" />
      <rect className={styles.holdLeft} width={share * 100} height="4" />
      {state === 'ended' && <rect className={styles.holdEnd} x={end * 97} width="2.5" height="4" />}
    </svg>
  );
}
