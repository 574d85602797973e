import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { relativeTime } from '../../../../shared/copy/owner/durations.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { isMasked } from '../../../../shared/queue/masked-number.ts';
import { LINE_ACTION, useMay } from '../../../member-area/may.tsx';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Icon, type IconName } from '../../../ui/owner-icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { areTextsHeld } from '../live/lists.ts';
import { menuOf, type RowAction } from '../live/predict.ts';
import { waitOf } from '../live/wait.ts';
import { PartySize } from '../party/party-size.tsx';
import { TextCost, TextLine } from '../party/text-line.tsx';
import { EditFields } from './edit-fields.tsx';
import { EraseGuest } from './erase-guest.tsx';
import { PartyHistory } from './party-history.tsx';
import styles from './party-sheet.module.css';

const say = lineCopy.sheet;
const { dashboard, tools } = ownerCopy;

type Props = {
  location: LocationView;
  username: string;
  visit: VisitView;
  now: number;
  /** While true, Admit, Remove, Arrived and No-show do nothing. */
  blocked: boolean;
  /** Whether the server has not yet answered the last action on this party. */
  isPending: boolean;
  onAct: (action: RowAction) => void;
  onMoveTo: () => void;
  onSelect: () => void;
  onClose: () => void;
};

/** The sheet of a party: everything about it, its actions, and its facts to edit. */
export function PartySheet(props: Props) {
  const { location, username, visit, now, blocked, isPending, onAct, onClose } = props;
  const mayAct = useMay(LINE_ACTION);
  const mayErase = useMay('DELETE /auth/locations/:id/visits/:visitId');
  const isWaiting = visit.status === 'waiting';
  const isLive = isWaiting || visit.status === 'admitted';

  /** Closes the sheet, and performs an action that takes the party out of its present list. */
  function leave(kind: 'admit' | 'remove' | 'arrived' | 'no-show'): void {
    onClose();
    onAct({ kind, visit });
  }

  const menu = mayAct ? menuOf(location, visit, now) : [];
  const main = isWaiting ? 'admit' : visit.status === 'admitted' ? 'arrived' : undefined;
  return (
    <Panel
      onClose={onClose}
      closeLabel={say.close}
      lead={<PartySize count={visit.numGuests} />}
      title={<bdi>{fullName(visit)}</bdi>}
      note={factsOf(visit, now)}
      foot={
        main &&
        mayAct && (
          <Button busy={blocked} onClick={() => leave(main)}>
            {main === 'admit' ? dashboard.admit : tools.arrived}
          </Button>
        )
      }
    >
      <div className={styles.quick}>
        {visit.phoneNumber !== undefined && !isMasked(visit.phoneNumber) && (
          <a
            className={buttonClass({ tone: 'quiet' })}
            href={`tel:${visit.phoneNumber.replace(/[^+\d]/g, '')}`}
          >
            <Icon name="call" />
            {say.call}
          </a>
        )}
        {mayAct && isWaiting && (
          <>
            <QuickButton icon="move" label={say.move} onPress={props.onMoveTo} />
            <QuickButton icon="check" label={say.select} onPress={props.onSelect} />
            <QuickButton
              icon="trash"
              label={dashboard.remove}
              busy={blocked}
              onPress={() => leave('remove')}
            />
          </>
        )}
        {menu.map(({ action, label, disabled = false }) => (
          <QuickButton
            key={label}
            icon={action.kind === 'call-again' ? 'message' : 'refresh'}
            label={label}
            busy={disabled}
            onPress={() => onAct(action)}
          />
        ))}
        {mayAct && visit.status === 'admitted' && (
          <QuickButton icon="cross" label={tools.noShow} busy={blocked} onPress={() => leave('no-show')} />
        )}
      </div>
      {visit.sameNumber && <p className={styles.warning}>{say.sameNumber}</p>}
      {visit.pageGone && <p className={styles.warning}>{say.pageGone}</p>}
      {/* Before the turn, the message is about the number and is shown beside the number. */}
      {visit.message && !isWaiting && <TextLine state={visit.message} held={areTextsHeld(location)} />}
      {visit.textCredits !== undefined && <TextCost credits={visit.textCredits} />}
      <Replies visit={visit} now={now} />
      {mayAct && isLive && (
        <EditFields
          username={username}
          locationId={location.id}
          visit={visit}
          isPending={isPending}
          onAct={onAct}
        />
      )}
      <PartyHistory locationId={location.id} timezone={location.timezone} visit={visit} />
      {mayErase && visit.firstName !== '' && (
        <EraseGuest locationId={location.id} visit={visit} onErased={onClose} />
      )}
    </Panel>
  );
}

type QuickProps = { icon: IconName; label: string; busy?: boolean; onPress: () => void };

function QuickButton({ icon, label, busy = false, onPress }: QuickProps) {
  return (
    <Button tone={icon === 'trash' ? 'danger' : 'quiet'} busy={busy} onClick={onPress}>
      <Icon name={icon} />
      {label}
    </Button>
  );
}

/** The place and the wait of a party, and the time of the last call, if there was one. */
function factsOf(visit: VisitView, now: number): string {
  const { promisedMinutes } = waitOf(visit, now);
  const joined = dashboard.joined(relativeTime(now - Date.parse(visit.joinedAt)));
  return [
    visit.position !== undefined && say.place(visit.position),
    say.facts(joined, promisedMinutes),
    visit.calledAgainAt !== undefined &&
      tools.calledAgain(relativeTime(now - Date.parse(visit.calledAgainAt))),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Replies({ visit: { onMyWayAt, moreTimeAt }, now }: { visit: VisitView; now: number }) {
  return (
    <>
      {onMyWayAt !== undefined && (
        <p className={styles.reply}>{tools.onMyWay(relativeTime(now - Date.parse(onMyWayAt)))}</p>
      )}
      {moreTimeAt !== undefined && <p className={styles.reply}>{tools.moreTime}</p>}
    </>
  );
}
