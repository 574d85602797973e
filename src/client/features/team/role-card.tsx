import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionsEndedAnswer, type SessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import type { Role } from '../../../shared/roles.ts';
import { request } from '../../lib/api.ts';
import edit from '../../member-area/form/edit-form.module.css';
import { useMember } from '../../member-area/member-context.ts';
import { removeSignedInHint } from '../../member-area/signed-in-hint.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ConfirmForm } from '../account/confirm-form.tsx';
import { businessesQuery } from './team-query.ts';

const say = teamCopy.members;

/** Shows the person's own role, for members who are not the owner, with the button to leave the team. */
export function RoleCard({ role }: { role: Role }) {
  const { name } = useMember().user;
  const [isAsked, setAsked] = useState(false);
  const { data } = useQuery(businessesQuery);

  function left({ unconfirmedAt }: SessionsEndedAnswer): void {
    setAsked(false);
    removeSignedInHint();
    // A full page load removes all data of the business from memory.
    tellUnconfirmed(unconfirmedAt, () => window.location.assign('/login'));
  }

  return (
    <Card title={teamCopy.ownRole(teamCopy.roles[role], name)} subtitle={teamCopy.rights[role]}>
      <Button tone="danger" className={edit.serious} onClick={() => setAsked(true)}>
        {say.leave}
      </Button>
      <Dialog open={isAsked} onClose={() => setAsked(false)} title={say.leave}>
        <p>{say.leaveQuestion}</p>
        {data?.businesses.length === 1 && <p>{say.leaveDeletes}</p>}
        {isAsked && (
          <ConfirmForm
            submit={say.leaveConfirm}
            busyLabel={say.leaving}
            failed={say.leaveFailed}
            isFinal
            endsLogIn
            call={(body) => request('POST', '/auth/team/leave', { body, schema: sessionsEndedAnswer })}
            onDone={left}
            onCancel={() => setAsked(false)}
          />
        )}
      </Dialog>
    </Card>
  );
}
