import { useRef, useState } from 'react';
import type { LocationView, VisitView } from '../../../shared/contracts/queue-view.ts';
import type { VisitActions } from './actions/use-visit-actions.ts';
import type { LineControls } from './desk/use-line-controls.ts';
import { visitIn } from './live/apply-change.ts';
import type { RowAction } from './live/predict.ts';
import type { FocusTarget } from './rows/use-restored-focus.ts';
import { MoveDialog } from './sheet/move-dialog.tsx';
import { PartySheet } from './sheet/party-sheet.tsx';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { emptyDraft, typedSince, type WalkInDraft } from './walk-in/walk-in-draft.ts';
import { useWalkIn } from './walk-in/use-walk-in.ts';
import { WalkInPanel } from './walk-in/walk-in-panel.tsx';

export type LinePanelsProps = {
  location: LocationView;
  username: string;
  now: number;
  controls: LineControls;
  visits: VisitActions;
  blocked: boolean;
  /** The party for which the dialog "Move to place" is open. */
  moving: VisitView | undefined;
  onMove: (visitId: string | null) => void;
  onSelect: (visit: VisitView) => void;
  onAct: (action: RowAction, focus: FocusTarget) => void;
  /** Called with the id of an added walk-in. */
  onAdded: (visitId: string) => void;
};

/** The panels and dialogs of the line: a party's sheet, Add walk-in, Move to place, the list of shortcuts. */
export function LinePanels(props: LinePanelsProps) {
  const { location, username, now, controls, visits, blocked, moving, onMove, onSelect, onAct, onAdded } =
    props;
  const { adding, opened, helping, shortcuts } = controls;
  const [draft, setDraft] = useState(emptyDraft);
  /** The newest draft, for an answer that may arrive long after the last render. */
  const newestDraft = useRef(emptyDraft);
  const add = useWalkIn(location.id, adding.on, handleAdded);
  const visit = opened.id === null ? undefined : visitIn(location, opened.id);

  function changeDraft(next: WalkInDraft): void {
    newestDraft.current = next;
    setDraft(next);
  }

  /** Closes the walk-in panel after a party was added. The panel stays open if staff already typed the next party. */
  function handleAdded(visitId: string, sent: WalkInDraft): void {
    onAdded(visitId);
    const next = typedSince(sent, newestDraft.current);
    changeDraft(next);
    if (next === emptyDraft) adding.set(false);
  }

  /** After an action the focus moves to the party's row, if the party still has a row. */
  function act(action: RowAction): void {
    const { id: visitId, status, position = 1 } = action.visit;
    const list = status === 'waiting' ? 'queue' : 'arriving';
    onAct(action, { list, index: position - 1, kind: 'open', visitId });
  }

  return (
    <>
      {visit && !adding.on && (
        <PartySheet
          key={visit.id}
          location={location}
          username={username}
          visit={visit}
          now={now}
          blocked={blocked || visits.isResting(visit.id)}
          isPending={visits.isPending(visit.id)}
          onAct={act}
          onMoveTo={() => onMove(visit.id)}
          onSelect={() => onSelect(visit)}
          onClose={() => opened.set(null)}
        />
      )}
      {adding.on && (
        <WalkInPanel
          location={location}
          username={username}
          draft={draft}
          onDraft={changeDraft}
          add={add}
          onClose={() => adding.set(false)}
        />
      )}
      <MoveDialog visit={moving} queue={location.queue} onAct={act} onClose={() => onMove(null)} />
      <ShortcutsDialog
        open={helping.on}
        enabled={shortcuts.on}
        onEnable={shortcuts.set}
        onClose={() => helping.set(false)}
      />
    </>
  );
}
