import { changeAddressRequest } from '../../../shared/contracts/locations.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { settingsCopy } from '../../../shared/copy/owner/settings.ts';
import { MAX_ADDRESS_LENGTH } from '../../../shared/limits.ts';
import { LocationCode } from '../../member-area/codes/location-code.tsx';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { useChangeAddress } from '../../member-area/locations/use-locations.ts';
import { IfMay } from '../../member-area/may.tsx';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { QueueSettings } from './settings/queue-settings.tsx';
import styles from './settings.module.css';

const say = settingsCopy.page;

/** The row of a location that does not answer at the moment. */
export function AwayRow({ address }: { address: string }) {
  return (
    <li className={styles.location}>
      <p className={styles.address}>
        <bdi>{address}</bdi>
      </p>
      <Notice icon="wifi-off" className={styles.away}>
        {ownerCopy.dashboard.away}
      </Notice>
    </li>
  );
}

/** The row of a location: address, line and credits, QR code and poster, and settings. */
export function LocationRow({
  location,
  name,
  onRemove,
}: {
  location: LocationView;
  name: string;
  onRemove: () => void;
}) {
  return (
    <li className={styles.location} data-location={location.id}>
      <div className={styles.place}>
        <div>
          <p className={styles.address}>
            <bdi>{name}</bdi>
          </p>
          <p className={styles.inQueue}>{say.inQueue(location.queue.length)}</p>
          <div className={styles.badges}>
            <Badge icon="users">{ownerCopy.dashboard.customerCredits(location.customerCredits)}</Badge>
            <Badge icon="message">{ownerCopy.dashboard.smsCredits(location.smsCredits)}</Badge>
            {location.paused && (
              <Badge tone="waiting" icon="clock">
                {settingsCopy.queue.joiningPaused}
              </Badge>
            )}
          </div>
          <div className={styles.edits}>
            <Disclosure label={say.editAddress} accessibleName={say.editAddressOf(name)}>
              {(close) => <AddressForm location={location} onClose={close} />}
            </Disclosure>
            <IfMay call="DELETE /auth/locations/:id">
              <Button
                tone="danger"
                className={styles.remove}
                aria-label={say.removeLabel(name)}
                onClick={onRemove}
              >
                <Icon name="trash" />
              </Button>
            </IfMay>
          </div>
        </div>
        <LocationCode location={location} name={name} />
      </div>
      <QueueSettings location={location} name={name} />
    </li>
  );
}

type AddressFormProps = { location: Pick<LocationView, 'id' | 'address'>; onClose: () => void };

/** The form that changes the address. Guests and staff see the new address at once. */
function AddressForm({ location, onClose }: AddressFormProps) {
  const form = useCheckedForm(changeAddressRequest);
  const change = useChangeAddress(location.id, form.showServerErrors);
  return (
    <CheckedForm
      form={form}
      busy={change.isPending}
      className={edit.form}
      onTyped={(typed) => change.mutate(typed, { onSuccess: onClose })}
    >
      <Field label={say.newAddress} hint={say.newAddressHint} error={form.errors['address']}>
        {(control) => (
          <input
            {...control}
            name="address"
            autoComplete="off"
            maxLength={MAX_ADDRESS_LENGTH}
            defaultValue={location.address}
          />
        )}
      </Field>
      <FormButtons
        submit={say.saveAddress}
        busyLabel={say.saving}
        busy={change.isPending}
        onCancel={onClose}
      />
    </CheckedForm>
  );
}
