import { memo, useId, useState, type PointerEvent, type RefObject } from 'react';
import { lineCopy } from '../../../../shared/copy/owner/line.ts';
import { ownerCopy } from '../../../../shared/copy/owner/owner.ts';
import type { VisitView } from '../../../../shared/contracts/queue-view.ts';
import { LINE_ACTION, useMay } from '../../../member-area/may.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Icon } from '../../../ui/owner-icon.tsx';
import { fullName } from '../actions/action-toasts.ts';
import { Chips } from '../party/chips.tsx';
import { Grip, Place } from './grip.tsx';
import { PartySize } from '../party/party-size.tsx';
import styles from './line-row.module.css';
import { WaitBar } from './wait-bar.tsx';

const say = ownerCopy.dashboard;

/** The actions on a row. */
export type RowEvents = {
  act: (kind: 'admit' | 'remove', visit: VisitView) => void;
  open: (visit: VisitView) => void;
  moveTo: (visit: VisitView) => void;
  drag: (event: PointerEvent<HTMLElement>, visit: VisitView) => void;
  /** Selects the party, or removes the party from the selection. */
  toggle: (visit: VisitView) => void;
};

type Props = {
  visit: VisitView;
  position: number;
  now: number;
  blocked: boolean;
  /** Whether the guest joined while the list was open. The row then lights up for 2 s. */
  isNew: boolean;
  /** Whether staff can drag the row by its grip. */
  canDrag: boolean;
  /** Whether the row has a menu with Remove, instead of a Remove button. */
  hasMenu?: boolean;
  /** Whether the party is selected; undefined while parties are not being selected. */
  selected: boolean | undefined;
  /**
   * A ref that never changes, so that a change in the line renders only the changed rows. Null for an example row in
   * the sandbox: there, a script can handle Admit and Remove.
   */
  events: RefObject<RowEvents> | null;
};

/** The row of a waiting party: place, size, name, wait, facts, Admit and Remove. All rows have the same height. */
export const LineRow = memo(function LineRow(props: Props) {
  const { visit, position, now, blocked, isNew, canDrag, hasMenu = false, selected, events } = props;
  const [fresh] = useState(isNew);
  const mayAct = useMay(LINE_ACTION);
  const id = useId();
  const nameId = `${id}-name`;
  const name = fullName(visit);
  const isSelecting = selected !== undefined;
  // The buttons' accessible names include the guest, such as 'Admit Mara Lindqvist', for a screen reader's list of
  // buttons.
  const named = (kind: 'admit' | 'remove') => ({
    id: `${id}-${kind}`,
    'aria-labelledby': `${id}-${kind} ${nameId}`,
    'data-kind': kind,
    busy: blocked,
    onClick: () => events?.current.act(kind, visit),
  });
  return (
    <li
      className={styles.row}
      data-visit={visit.id}
      data-next={position === 1 || undefined}
      data-fresh={fresh || undefined}
      data-selected={selected || undefined}
    >
      {events === null || !mayAct ? (
        <Place place={position} />
      ) : isSelecting ? (
        <label className={styles.choose}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={lineCopy.selected.choose(name)}
            onChange={() => events.current.toggle(visit)}
          />
        </label>
      ) : (
        <Grip
          place={position}
          label={lineCopy.row.grip(position, name)}
          onDrag={canDrag ? (event) => events.current.drag(event, visit) : undefined}
          onPress={() => events.current.moveTo(visit)}
        />
      )}
      <div className={styles.size}>
        <PartySize count={visit.numGuests} />
      </div>
      <h3 className={styles.name}>
        {events === null ? (
          <bdi id={nameId}>{name}</bdi>
        ) : (
          <button
            type="button"
            data-kind="open"
            title={name}
            onClick={() => (isSelecting ? events.current.toggle(visit) : events.current.open(visit))}
          >
            <bdi id={nameId}>{name}</bdi>
          </button>
        )}
      </h3>
      <div className={styles.wait}>
        <WaitBar visit={visit} now={now} />
      </div>
      <p className={styles.facts}>
        <Chips visit={visit} />
        <span className={styles.way}>{wayOf(visit)}</span>
      </p>
      {!isSelecting && mayAct && (
        <div className={styles.actions} data-menu={hasMenu || undefined}>
          <Button tone={position === 1 ? 'primary' : 'quiet'} className={styles.admit} {...named('admit')}>
            {say.admit}
          </Button>
          {hasMenu ? (
            <MenuButton
              label={ownerCopy.tools.more(name)}
              data-kind="remove"
              items={[
                { label: lineCopy.sheet.move, run: () => events?.current.moveTo(visit) },
                { label: say.remove, disabled: blocked, run: () => events?.current.act('remove', visit) },
              ]}
            />
          ) : (
            <Button tone="danger" className={styles.remove} {...named('remove')}>
              <Icon name="trash" />
              <span className="sr">{say.remove}</span>
              <span className={styles.word} aria-hidden="true">
                {say.remove}
              </span>
            </Button>
          )}
        </div>
      )}
    </li>
  );
});

/** The words for the waiting mode of the party, and its phone number. */
function wayOf({ waitingPreference, phoneNumber }: VisitView) {
  const way = waitingPreference === 'on_premises' ? say.onPremises : say.waitAnywhere;
  return phoneNumber === undefined ? (
    way
  ) : (
    <>
      {way} · <bdi>{phoneNumber}</bdi>
    </>
  );
}
