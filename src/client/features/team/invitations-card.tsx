import { useRef } from 'react';
import type { ConfirmedRequest } from '../../../shared/contracts/account/security.ts';
import { inviteForm, teamView, type TeamView } from '../../../shared/contracts/team.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { MAX_EMAIL_LENGTH } from '../../../shared/limits.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';
import { request } from '../../lib/api.ts';
import { shortDate } from '../../lib/format.ts';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import cards from '../../member-area/cards.module.css';
import { PasswordAndCode } from '../account/password-and-code.tsx';
import { useSecondStep, withPasskey } from '../account/second-step/use-second-step.ts';
import { RightsFields } from './rights-fields.tsx';
import { useRights, wordsOfRights } from './rights.ts';
import { useTeamCall } from './use-team-call.ts';

const say = teamCopy.invitations;

/** Lists the open invitations, with a form for a new invitation. */
export function InvitationsCard({ invitations }: Pick<TeamView, 'invitations'>) {
  const { user } = useMember();
  const list = useRef<HTMLUListElement>(null);
  const { busy, run } = useTeamCall({ failed: say.withdrawFailed });

  async function withdraw(id: string): Promise<void> {
    const done = await run(() => request('DELETE', `/auth/team/invitations/${id}`));
    if (!done) return;
    toast(say.withdrawn);
    // The pressed button has disappeared together with its row, so the focus moves to the list.
    list.current?.focus();
  }

  return (
    <Card title={say.title}>
      {invitations.length > 0 && (
        <ul ref={list} tabIndex={-1} className={cards.list} aria-label={say.title}>
          {invitations.map(({ id, email, role, expiresAt, ...rights }) => (
            <li key={id} className={cards.row}>
              <div>
                <p className={cards.value}>
                  <bdi>{email}</bdi>
                </p>
                <p className={cards.hint}>
                  {teamCopy.roles[role]} · {wordsOfRights(rights, user)}
                </p>
                <p className={cards.hint}>{say.until(shortDate(Date.parse(expiresAt), pageLocale))}</p>
              </div>
              <Button
                tone="quiet"
                aria-label={say.withdrawLabel(email)}
                busy={busy}
                onClick={() => void withdraw(id)}
              >
                {say.withdraw}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Disclosure label={teamCopy.form.invite}>{(close) => <InviteForm onClose={close} />}</Disclosure>
    </Card>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const { user } = useMember();
  const isOwner = user.role === 'owner';
  const form = useCheckedForm(inviteForm);
  const chosen = useRights({
    role: 'host',
    locationIds: isOwner ? null : user.locations.map(({ id }) => id),
    mayReadNumbers: false,
  });
  const secondStep = useSecondStep();
  const { busy, run } = useTeamCall({
    failed: teamCopy.form.sendFailed,
    onFieldErrors: form.showServerErrors,
  });

  async function invite(typed: ConfirmedRequest & { email: string }): Promise<void> {
    const done = await run(async () => {
      const body = { ...(await withPasskey(secondStep, typed)), ...chosen.rights };
      return request('POST', '/auth/team/invitations', { body, schema: teamView });
    });
    if (!done) return;
    toast(teamCopy.form.sent, { body: teamCopy.form.sentBody(typed.email) });
    onClose();
  }

  return (
    <CheckedForm
      form={form}
      busy={busy}
      className={edit.form}
      onTyped={(typed) => chosen.isWhole && void invite(typed)}
    >
      <Field label={teamCopy.form.email} error={form.errors['email']}>
        {(control) => (
          <input {...control} type="email" name="email" autoComplete="off" maxLength={MAX_EMAIL_LENGTH} />
        )}
      </Field>
      <RightsFields {...chosen} />
      <PasswordAndCode errors={form.errors} />
      <FormButtons
        submit={teamCopy.form.send}
        busyLabel={teamCopy.form.sending}
        busy={busy}
        onCancel={onClose}
      />
    </CheckedForm>
  );
}
