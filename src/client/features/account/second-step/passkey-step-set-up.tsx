import { recoveryCodesAnswer } from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import cards from '../../../member-area/cards.module.css';
import { toast } from '../../../ui/status/toast.tsx';
import { ConfirmForm } from '../confirm-form.tsx';

const say = securityCopy.secondStep;

type Props = { onCodes: (codes: string[]) => void; onCancel: () => void };

/** Makes passkeys the second step: asks for the password, then for the signature of a passkey of the account. */
export function PasskeyStepSetUp({ onCodes, onCancel }: Props) {
  return (
    <>
      <p className={cards.hint}>{say.passkeyFirst}</p>
      <ConfirmForm
        submit={say.passkeySubmit}
        busyLabel={say.busy}
        failed={say.turnOnFailed}
        needsPasskey
        call={(body) => request('POST', '/auth/second-step/passkey', { body, schema: recoveryCodesAnswer })}
        onDone={({ recoveryCodes }) => {
          toast(say.turnedOn);
          onCodes(recoveryCodes);
        }}
        onCancel={onCancel}
      />
    </>
  );
}
