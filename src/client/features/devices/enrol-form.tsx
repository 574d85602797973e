import { useEffect, useState } from 'react';
import { deviceAnswer, enrolRequest, type DeviceView } from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { request } from '../../lib/api.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { SubmitButton } from '../../site/form/submit-button.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Field } from '../../ui/form/field.tsx';
import { useSubmission } from '../account/sign-in/use-submission.ts';
import { DeviceFrame } from './device-frame.tsx';

const say = devicesCopy.page;

/**
 * The form that sets up this browser as a device. A scanned code is already in the field, but a press of the button is
 * still needed.
 */
export function EnrolForm({ onEnrolled }: { onEnrolled: (view: DeviceView) => void }) {
  const [scanned] = useState(() => window.location.hash.slice(1));
  const form = useCheckedForm(enrolRequest);
  const { busy, submit } = useSubmission({
    send: (body: { code: string }) => request('POST', '/auth/device/enrol', { body, schema: deviceAnswer }),
    failed: say.failed,
    fallback: teamCopy.tryAgain,
    onDone: (device) => tellUnconfirmed(device.unconfirmedAt, () => onEnrolled(device)),
    onFieldErrors: form.showServerErrors,
  });
  usePageTitle(say.title);
  // Removes the code from the address, so that a reload or a bookmark does not use an old code.
  useEffect(() => window.history.replaceState(window.history.state, '', '/device'), []);
  return (
    <DeviceFrame title={say.title} subtitle={say.subtitle}>
      <CheckedForm form={form} busy={busy} onTyped={(typed) => void submit(typed)}>
        <Field label={say.code} hint={say.codeHint} error={form.errors['code']}>
          {(control) => (
            <input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={scanned.replaceAll(/\D/g, '')}
            />
          )}
        </Field>
        <SubmitButton busy={busy} busyLabel={say.busy}>
          {say.submit}
        </SubmitButton>
      </CheckedForm>
    </DeviceFrame>
  );
}
