import { useState } from 'react';
import { locationsOf, sessionsEndedAnswer } from '../../../shared/contracts/account-view.ts';
import { securityCopy } from '../../../shared/copy/en/owner/security.ts';
import { request } from '../../lib/api.ts';
import { useOwner } from '../../owner-area/owner-context.ts';
import { removeSignedInHint } from '../../owner-area/signed-in-hint.ts';
import { tellUnconfirmed } from '../../owner-area/tell-unconfirmed.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import edit from '../../owner-area/form/edit-form.module.css';
import styles from './account.module.css';
import { ConfirmForm } from './confirm-form.tsx';

const say = securityCopy.deletion;

/** Deletes the account after a confirmation that says what is deleted with it. */
export function DeleteCard({ hasSecondStep }: { hasSecondStep: boolean }) {
  const locations = locationsOf(useOwner().user).length;
  const [isAsked, setAsked] = useState(false);
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Button tone="danger" className={edit.serious} onClick={() => setAsked(true)}>
        {say.open}
      </Button>
      <Dialog open={isAsked} onClose={() => setAsked(false)} title={say.question}>
        <div className={styles.consequences}>
          {locations > 0 && <p>{say.locations(locations)}</p>}
          <p>{say.data}</p>
        </div>
        <ConfirmForm
          submit={say.submit}
          busyLabel={say.busy}
          failed={say.failed}
          isFinal
          endsLogIn
          asksCode={hasSecondStep}
          call={(body) => request('POST', '/auth/delete-account', { body, schema: sessionsEndedAnswer })}
          onDone={({ unconfirmedAt }) => {
            setAsked(false);
            removeSignedInHint();
            // A full page load, so that no data of the account stays in memory.
            tellUnconfirmed(unconfirmedAt, () => window.location.assign('/'));
          }}
          onCancel={() => setAsked(false)}
        />
      </Dialog>
    </Card>
  );
}
