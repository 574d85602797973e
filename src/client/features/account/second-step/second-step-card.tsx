import { useState } from 'react';
import { recoveryCodesAnswer, type SecurityView } from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/owner/security.ts';
import { request } from '../../../lib/api.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/status/toast.tsx';
import cards from '../../../owner-area/cards.module.css';
import { ConfirmForm } from '../confirm-form.tsx';
import { Disclosure } from '../../../owner-area/form/disclosure.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondStepSetUp } from './second-step-set-up.tsx';

const say = securityCopy.secondStep;

/** Two-step log-in: switches it on and off, and makes new recovery codes. */
export function SecondStepCard({ secondStep }: { secondStep: SecurityView['secondStep'] }) {
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
        <Disclosure label={say.turnOn}>
          {(close) => <SecondStepSetUp onCodes={setFreshCodes} onCancel={close} />}
        </Disclosure>
      )}
      {!freshCodes && secondStep.on && (
        <>
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
                    asksCode
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
                  asksCode
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
