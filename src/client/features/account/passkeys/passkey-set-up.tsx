import { useState } from 'react';
import { passkeyOptions, type PasskeyOptions } from '../../../../shared/contracts/account/passkeys.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import { makePasskey } from '../../../lib/passkeys.ts';
import { toast } from '../../../ui/status/toast.tsx';
import cards from '../../../member-area/cards.module.css';
import { ConfirmForm } from '../confirm-form.tsx';
import { PasskeyName } from './passkey-name.tsx';

const say = securityCopy.passkeys;

type Props = {
  /** The device's name, which the form suggests as the passkey's name. */
  device: string;
  onDone: () => void;
};

/**
 * Adds a passkey: asks for the password, then for the passkey's name. The browser makes the passkey only after a press
 * of a button.
 */
export function PasskeySetUp({ device, onDone }: Props) {
  const [options, setOptions] = useState<PasskeyOptions>();
  if (options)
    return (
      <PasskeyName
        name={device}
        submit={say.create}
        failed={say.failed}
        call={({ name }) => createPasskey(options, name)}
        onDone={() => {
          toast(say.done);
          onDone();
        }}
        onCancel={onDone}
      />
    );
  return (
    <>
      <p className={cards.hint}>{say.passwordFirst}</p>
      <ConfirmForm
        submit={say.next}
        busyLabel={say.busy}
        failed={say.failed}
        call={(body) => request('POST', '/auth/passkeys/options', { body, schema: passkeyOptions })}
        onDone={setOptions}
        onCancel={onDone}
      />
    </>
  );
}

/**
 * Lets the browser make a passkey, and adds the passkey to the account. Returns null if the browser made no passkey.
 */
async function createPasskey(options: PasskeyOptions, name: string): Promise<unknown> {
  const credential = await makePasskey(options);
  if (credential === null) {
    toast(say.failed, { tone: 'bad', body: say.notMade });
    return null;
  }
  return request('POST', '/auth/passkeys', { body: { name, credential } });
}
