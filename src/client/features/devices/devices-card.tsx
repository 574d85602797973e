import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { locationsOf, sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import {
  newDeviceAnswer,
  deviceForm,
  type DevicesAnswer,
  type NewDeviceAnswer,
} from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { request } from '../../lib/api.ts';
import { serverClock } from '../../lib/server-clock.ts';
import cards from '../../member-area/cards.module.css';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { NotLoadedCard } from '../../member-area/not-loaded-card.tsx';
import { timeAgo } from '../../member-area/time-ago.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import { useCall } from '../account/use-call.ts';
import { ChangeDeviceForm } from './change-device-form.tsx';
import { DeviceCode } from './device-code.tsx';
import { IdleField, NameField } from './device-fields.tsx';
import { devicesQuery } from './device-queries.ts';

const say = devicesCopy;

type Device = DevicesAnswer['devices'][number];

/** The refetch interval while a code is shown, so that the dialog can say that the device is set up. */
const WATCH_MS = 2_000;

/**
 * Lists the devices at the locations that the person may reach. Makes codes that set up devices, and revokes devices.
 */
export function DevicesCard() {
  const queryClient = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<NewDeviceAnswer | null>(null);
  const [changing, setChanging] = useState<Device | null>(null);
  const [leaving, setLeaving] = useState<Device | null>(null);
  const isSetUp = ({ devices }: DevicesAnswer) => devices.some(({ id }) => id === shown?.id);
  const { data, isLoadingError, refetch } = useQuery({
    ...devicesQuery,
    refetchInterval: ({ state }) => {
      const isWatched = shown !== null && serverClock.now() < Date.parse(shown.expiresAt) + WATCH_MS;
      return isWatched && !(state.data && isSetUp(state.data)) && WATCH_MS;
    },
  });
  const { busy, run } = useCall({ failed: say.revokeFailed });
  if (isLoadingError) return <NotLoadedCard title={say.title} onAgain={() => void refetch()} />;
  if (data === undefined) return null;
  const { devices } = data;

  async function revoke({ id }: Device): Promise<void> {
    const done = await run(() => request('DELETE', `/auth/devices/${id}`, { schema: sessionsEndedAnswer }));
    await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
    setLeaving(null);
    if (!done) return;
    tellUnconfirmed(done.answer.unconfirmedAt, () => toast(say.revoked));
    // The person pressed a button that was removed together with its row, so the focus moves to the list.
    list.current?.focus();
  }

  return (
    <Card title={say.title} subtitle={say.subtitle}>
      {devices.length === 0 && <p className={cards.hint}>{say.none}</p>}
      <ul ref={list} tabIndex={-1} className={cards.list} aria-label={say.title}>
        {devices.map((device) => (
          <li key={device.id} className={cards.row}>
            <div>
              <p className={cards.value}>
                <bdi>{device.name}</bdi>
              </p>
              <p className={cards.hint}>
                <bdi>{device.address}</bdi>
              </p>
              <p className={cards.hint}>
                {seenWords(device)} · {say.locksAfter(device.idleMinutes)}
              </p>
            </div>
            <div className={edit.buttons}>
              <Button
                tone="quiet"
                aria-label={say.change.label(device.name)}
                onClick={() => setChanging(device)}
              >
                {say.change.open}
              </Button>
              <Button
                tone="danger"
                aria-label={say.revokeLabel(device.name)}
                onClick={() => setLeaving(device)}
              >
                {say.revoke}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Disclosure label={say.add.open}>
        {(close) => (
          <NewDeviceForm
            onClose={close}
            onCode={(code) => {
              close();
              setShown(code);
            }}
          />
        )}
      </Disclosure>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={say.code.title}>
        {shown && <DeviceCode code={shown} isUsed={isSetUp(data)} />}
        <DialogActions>
          <Button onClick={() => setShown(null)}>{say.code.done}</Button>
        </DialogActions>
      </Dialog>
      <Dialog open={changing !== null} onClose={() => setChanging(null)} title={say.change.title}>
        {changing && <ChangeDeviceForm device={changing} onClose={() => setChanging(null)} />}
      </Dialog>
      <Dialog open={leaving !== null} onClose={() => setLeaving(null)} title={say.revokeConfirm}>
        {leaving && <p>{say.revokeQuestion(leaving.name)}</p>}
        <DialogActions>
          <Button tone="quiet" onClick={() => setLeaving(null)}>
            {securityCopy.cancel}
          </Button>
          <Button className={edit.final} busy={busy} onClick={() => leaving && void revoke(leaving)}>
            {say.revokeConfirm}
          </Button>
        </DialogActions>
      </Dialog>
    </Card>
  );
}

type FormProps = { onClose: () => void; onCode: (code: NewDeviceAnswer) => void };

function NewDeviceForm({ onClose, onCode }: FormProps) {
  const locations = locationsOf(useMember().user);
  const form = useCheckedForm(deviceForm);
  const [locationId, setLocationId] = useState(locations[0]?.id ?? '');
  const [idleMinutes, setIdleMinutes] = useState<number>(5);
  const { busy, run } = useCall({ failed: say.add.failed, onFieldErrors: form.showServerErrors });

  async function ask(typed: { name: string }): Promise<void> {
    const body = { ...typed, locationId, idleMinutes };
    const done = await run(() => request('POST', '/auth/devices', { body, schema: newDeviceAnswer }));
    if (done) onCode(done.answer);
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void ask(typed)}>
      <NameField error={form.errors['name']} />
      <Field label={say.add.location}>
        {(control) => (
          <select {...control} value={locationId} onChange={({ target }) => setLocationId(target.value)}>
            {locations.map(({ id, address }) => (
              <option key={id} value={id}>
                {address}
              </option>
            ))}
          </select>
        )}
      </Field>
      <IdleField minutes={idleMinutes} onChoose={setIdleMinutes} />
      <FormButtons submit={say.add.submit} busyLabel={say.add.busy} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}

/** The time of a device's last request, in words. The server records this time at most once a minute. */
function seenWords({ lastSeenAt }: Device): string {
  const seenAt = Date.parse(lastSeenAt);
  return serverClock.now() - seenAt < 120_000 ? say.seenNow : say.lastSeen(timeAgo(seenAt));
}
