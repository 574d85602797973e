import { useState } from 'react';
import { recoveryCodesAnswer, type SecurityView } from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import { hasPasskeys } from '../../../lib/passkeys.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import cards from '../../../member-area/cards.module.css';
import { ConfirmForm } from '../confirm-form.tsx';
import { Disclosure } from '../../../member-area/form/disclosure.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { PasskeyStepSetUp } from './passkey-step-set-up.tsx';
import { SecondStepSetUp } from './second-step-set-up.tsx';

const say = securityCopy.secondStep;

/** Switches the two-step log-in on and off, and makes new recovery codes. */
export function SecondStepCard({ security }: { security: SecurityView }) {
  const { secondStep, passkeys } = security;
  const [freshCodes, setFreshCodes] = useState<string[]>();
  return (
    <Card
      title={say.title}
      subtitle={say.subtitle}
      action={
        <Badge tone={secondStep.on ? 'ok' : 'neutral'} icon={secondStep.on ? 'check' : 'minus'}>
          {secondStep.on ? say.on : say.off}
        </Badge>
      }
    >
      {freshCodes && <RecoveryCodes codes={freshCodes} onSaved={() => setFreshCodes(undefined)} />}
      {!freshCodes && !secondStep.on && (
        <>
          <div className={cards.actions}>
            <Disclosure label={say.turnOn}>
              {(close) => <SecondStepSetUp onCodes={setFreshCodes} onCancel={close} />}
            </Disclosure>
            {passkeys.length > 0 && hasPasskeys() && (
              <Disclosure label={say.passkeyInstead}>
                {(close) => <PasskeyStepSetUp onCodes={setFreshCodes} onCancel={close} />}
              </Disclosure>
            )}
          </div>
          {passkeys.length === 0 && <p className={cards.hint}>{say.noPasskey}</p>}
        </>
      )}
      {!freshCodes && secondStep.on && (
        <>
          <p className={cards.hint}>{secondStep.kind === 'app' ? say.byApp : say.byPasskey}</p>
          <p className={cards.hint}>{say.codesLeft(secondStep.recoveryCodesLeft)}</p>
          <div className={cards.actions}>
            <Disclosure label={say.renew}>
              {(close) => (
                <>
                  <p className={cards.hint}>{say.renewHint}</p>
                  <ConfirmForm
                    submit={say.renewSubmit}
                    busyLabel={say.busy}
                    failed={say.renewFailed}
                    call={(body) =>
                      request('POST', '/auth/second-step/recovery-codes', {
                        body,
                        schema: recoveryCodesAnswer,
                      })
                    }
                    onDone={({ recoveryCodes }) => setFreshCodes(recoveryCodes)}
                    onCancel={close}
                  />
                </>
              )}
            </Disclosure>
            <Disclosure label={say.turnOff} tone="danger">
              {(close) => (
                <ConfirmForm
                  submit={say.turnOff}
                  busyLabel={say.busy}
                  failed={say.turnOffFailed}
                  isFinal
                  call={(body) => request('POST', '/auth/second-step/off', { body })}
                  onDone={() => toast(say.turnedOff)}
                  onCancel={close}
                />
              )}
            </Disclosure>
          </div>
        </>
      )}
    </Card>
  );
}
