import { useState } from 'react';
import type { SecurityView } from '../../../shared/contracts/account/security.ts';
import { locationsOf, sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { request } from '../../lib/api.ts';
import edit from '../../member-area/form/edit-form.module.css';
import { useMember } from '../../member-area/member-context.ts';
import { removeSignedInHint } from '../../member-area/signed-in-hint.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './account.module.css';
import { ConfirmForm } from './confirm-form.tsx';
import { MailCodeFirst } from './mailed-code.tsx';

const say = securityCopy.deletion;

/** The button that deletes the account. A dialog first lists what is deleted. */
export function DeleteCard({ security }: { security: SecurityView }) {
  const locations = locationsOf(useMember().user).length;
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Button tone="danger" className={edit.serious} onClick={() => setAsked(true)}>
        {say.open}
      </Button>
      <Dialog open={isAsked} onClose={close} title={say.question}>
        <div className={styles.consequences}>
          {locations > 0 && <p>{say.locations(locations)}</p>}
          <p>{say.data}</p>
        </div>
        {isAsked && <Steps security={security} onClose={close} />}
      </Dialog>
    </Card>
  );
}

type StepsProps = { security: SecurityView; onClose: () => void };

/** Shows the form. If the deletion needs a mailed code, the step that mails the code comes before the form. */
function Steps({ security: { email, deletionNeedsCode }, onClose }: StepsProps) {
  const [isMailed, setMailed] = useState(false);
  if (deletionNeedsCode && !isMailed)
    return (
      <MailCodeFirst
        path="/auth/deletion-code"
        hint={say.mailFirst(email)}
        onMailed={() => setMailed(true)}
        onCancel={onClose}
      />
    );
  return (
    <ConfirmForm
      submit={say.submit}
      busyLabel={say.busy}
      failed={say.failed}
      isFinal
      endsLogIn
      asksMailedCode={isMailed}
      call={(body) => request('POST', '/auth/delete-account', { body, schema: sessionsEndedAnswer })}
      onDone={({ unconfirmedAt }) => {
        onClose();
        removeSignedInHint();
        // A full page load removes all data of the account from memory.
        tellUnconfirmed(unconfirmedAt, () => window.location.assign('/'));
      }}
      onCancel={onClose}
    />
  );
}
