import { useRef, useState } from 'react';
import { sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import { confirmedRequest, type ConfirmedRequest } from '../../../shared/contracts/account/security.ts';
import type { TeamMember, TeamView } from '../../../shared/contracts/team.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { devicesCopy } from '../../../shared/copy/owner/devices.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { MAX_MEMBERS } from '../../../shared/limits.ts';
import { request } from '../../lib/api.ts';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { toast } from '../../ui/status/toast.tsx';
import cards from '../../member-area/cards.module.css';
import { PasswordAndCode } from '../account/password-and-code.tsx';
import { useSecondStep, withPasskey } from '../account/second-step/use-second-step.ts';
import { RightsFields } from './rights-fields.tsx';
import { useRights, wordsOfRights } from './rights.ts';
import { useTeamCall } from './use-team-call.ts';

const say = teamCopy.members;

const nameOf = ({ name, email }: TeamMember) => name ?? email;

/**
 * Lists the members whom the person may see, with their roles and rights. The person can change or remove each member
 * for whom the person has the right to do so.
 */
export function MembersCard({ team: { members, invitations } }: { team: TeamView }) {
  const { user } = useMember();
  const list = useRef<HTMLUListElement>(null);
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const { busy, run } = useTeamCall({ failed: say.removeFailed });

  async function remove({ id }: TeamMember): Promise<void> {
    const done = await run(() =>
      request('DELETE', `/auth/team/members/${id}`, { schema: sessionsEndedAnswer }),
    );
    setLeaving(null);
    if (!done) return;
    tellUnconfirmed(done.answer.unconfirmedAt, () => toast(say.removed));
    // The pressed button has disappeared together with its row, so the focus moves to the list.
    list.current?.focus();
  }

  return (
    <Card
      title={say.title}
      subtitle={
        user.role === 'owner' ? say.count(members.length + invitations.length, MAX_MEMBERS) : undefined
      }
    >
      <ul ref={list} tabIndex={-1} className={cards.list} aria-label={say.title}>
        {members.map((member) => (
          <li key={member.id} className={cards.row}>
            <div>
              <p className={cards.value}>
                <bdi>{nameOf(member)}</bdi>
              </p>
              {member.name !== null && (
                <p className={cards.hint}>
                  <bdi>{member.email}</bdi>
                </p>
              )}
              <p className={cards.hint}>
                {teamCopy.roles[member.role]} · {wordsOfRights(member, user)}
              </p>
            </div>
            {member.isSelf && (
              <Badge tone="called" icon="check">
                {say.you}
              </Badge>
            )}
            {member.pinLocked && <PinLock member={member} />}
            {member.mayChange && (
              <div className={edit.buttons}>
                <Disclosure label={say.change} accessibleName={say.changeLabel(nameOf(member))}>
                  {(close) => (
                    // With this key, the form starts again with the new rights if another page has changed the rights.
                    <ChangeForm
                      key={`${member.role} ${wordsOfRights(member, user)}`}
                      member={member}
                      onClose={close}
                    />
                  )}
                </Disclosure>
                <Button
                  tone="danger"
                  aria-label={say.removeLabel(nameOf(member))}
                  onClick={() => setLeaving(member)}
                >
                  {say.remove}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={leaving !== null} onClose={() => setLeaving(null)} title={say.remove}>
        {leaving && <p>{say.removeQuestion(nameOf(leaving))}</p>}
        <DialogActions>
          <Button tone="quiet" onClick={() => setLeaving(null)}>
            {securityCopy.cancel}
          </Button>
          <Button className={edit.final} busy={busy} onClick={() => leaving && void remove(leaving)}>
            {say.removeConfirm}
          </Button>
        </DialogActions>
      </Dialog>
    </Card>
  );
}

/** The badge of a locked PIN, and the button that unlocks the PIN. */
function PinLock({ member }: { member: TeamMember }) {
  const { busy, run } = useTeamCall({ failed: devicesCopy.pinUnlockFailed });

  async function unlock(): Promise<void> {
    const done = await run(() => request('DELETE', `/auth/team/members/${member.id}/pin-lock`));
    if (done) toast(devicesCopy.pinUnlocked);
  }

  return (
    <>
      <Badge tone="danger" icon="lock">
        {devicesCopy.pinLocked}
      </Badge>
      <Button
        tone="quiet"
        busy={busy}
        aria-label={devicesCopy.unlockPinLabel(nameOf(member))}
        onClick={() => void unlock()}
      >
        {devicesCopy.unlockPin}
      </Button>
    </>
  );
}

function ChangeForm({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { id, role, locationIds, mayReadNumbers } = member;
  const form = useCheckedForm(confirmedRequest);
  const chosen = useRights({
    role: role === 'owner' ? 'manager' : role,
    locationIds,
    mayReadNumbers,
  });
  const secondStep = useSecondStep();
  const { busy, run } = useTeamCall({ failed: say.changeFailed, onFieldErrors: form.showServerErrors });

  async function save(typed: ConfirmedRequest): Promise<void> {
    const path = `/auth/team/members/${id}`;
    const from = { role, locationIds, mayReadNumbers };
    const done = await run(async () => {
      const body = { ...(await withPasskey(secondStep, typed)), ...chosen.rights, from };
      return request('PATCH', path, { body, schema: sessionsEndedAnswer });
    });
    if (!done) return;
    tellUnconfirmed(done.answer.unconfirmedAt, () => toast(say.changed, { body: say.changedBody }));
    onClose();
  }

  return (
    <CheckedForm
      form={form}
      busy={busy}
      className={edit.form}
      onTyped={(typed) => chosen.isWhole && void save(typed)}
    >
      <RightsFields {...chosen} />
      <PasswordAndCode errors={form.errors} />
      <FormButtons
        submit={teamCopy.form.save}
        busyLabel={teamCopy.form.saving}
        busy={busy}
        onCancel={onClose}
      />
    </CheckedForm>
  );
}
