import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { locationsOf } from '../../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import { AddLocationForm } from '../../member-area/locations/add-location-form.tsx';
import { IfMay } from '../../member-area/may.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { useRemoveLocation } from '../../member-area/locations/use-locations.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { AwayRow, LocationRow } from './location-row.tsx';
import styles from './settings.module.css';
import { TimeZoneList } from './settings/time-zone-field.tsx';

const say = settingsCopy.page;

/** Location Management (`docs/spec.md` section 2). */
export function LocationsCard() {
  const { user } = useMember();
  const locations = locationsOf(user);
  const [asked, setAsked] = useState<{ id: string; name: string }>();
  const listTitle = useRef<HTMLHeadingElement>(null);
  return (
    <Card title={say.locationsTitle} subtitle={say.locationsSubtitle(locations.length, user.maxLocations)}>
      <IfMay call="POST /auth/locations">
        <h3 className={styles.section}>{say.addTitle}</h3>
        <AddLocationForm />
      </IfMay>
      <h3 ref={listTitle} tabIndex={-1} className={styles.section}>
        {say.currentTitle}
      </h3>
      {locations.length === 0 ? (
        <EmptyState title={say.noneTitle}>{say.noneHint}</EmptyState>
      ) : (
        <ul id="qr" className={styles.locations}>
          {locations.map((location, index) => {
            if ('away' in location) return <AwayRow key={location.id} address={location.address} />;
            const name = ownerCopy.dashboard.locationOption(location.address, index + 1);
            return (
              <LocationRow
                key={location.id}
                location={location}
                name={name}
                onRemove={() => setAsked({ id: location.id, name })}
              />
            );
          })}
        </ul>
      )}
      <TimeZoneList />
      <RemoveDialog
        asked={asked}
        onClose={() => setAsked(undefined)}
        onSettled={(id, isRemoved) => {
          // Does not close the dialog if the dialog is already open for another location.
          flushSync(() => setAsked((now) => (now?.id === id ? undefined : now)));
          // When the dialog closed, the focus returned to a button of the removed row, so the focus moves to the title
          // of the list.
          const focused = document.activeElement;
          const isLost = focused === document.body || focused?.closest(`[data-location='${id}']`);
          if (isRemoved && isLost) listTitle.current?.focus();
        }}
      />
    </Card>
  );
}

type RemoveDialogProps = {
  asked: { id: string; name: string } | undefined;
  onClose: () => void;
  /** Called after the removal of the location has succeeded or failed. */
  onSettled: (id: string, isRemoved: boolean) => void;
};

/**
 * The confirmation of a removal. A removal ends all waits at the location and cannot be undone. The first button
 * cancels.
 */
function RemoveDialog({ asked, onClose, onSettled }: RemoveDialogProps) {
  const remove = useRemoveLocation();

  function confirm(id: string): void {
    remove.mutate(id, { onSettled: (_, error) => onSettled(id, error === null) });
  }

  return (
    <Dialog open={asked !== undefined} onClose={onClose} title={say.removeTitle}>
      <p>{asked && say.removeQuestion(asked.name)}</p>
      <DialogActions>
        <Button tone="quiet" onClick={onClose}>
          {say.cancel}
        </Button>
        <Button
          className={styles.confirm}
          busy={remove.isPending && remove.variables === asked?.id}
          onClick={() => asked && confirm(asked.id)}
        >
          {say.confirmRemove}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
