import { useState } from 'react';
import { sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import type { Role } from '../../../shared/roles.ts';
import { request } from '../../lib/api.ts';
import edit from '../../owner-area/form/edit-form.module.css';
import { useOwner } from '../../owner-area/owner-context.ts';
import { removeSignedInHint } from '../../owner-area/signed-in-hint.ts';
import { tellUnconfirmed } from '../../owner-area/tell-unconfirmed.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useTeamCall } from './use-team-call.ts';

const say = teamCopy.members;

/** The own role of a member who is not the owner, and the way out of the team. */
export function RoleCard({ role }: { role: Role }) {
  const { name } = useOwner().user;
  const [isAsked, setAsked] = useState(false);
  const { busy, run } = useTeamCall({ failed: say.leaveFailed, endsLogIn: true });

  async function leave(): Promise<void> {
    const done = await run(() => request('POST', '/auth/team/leave', { schema: sessionsEndedAnswer }));
    setAsked(false);
    if (!done) return;
    removeSignedInHint();
    // A full page load, so that no data of the business stays in memory.
    tellUnconfirmed(done.answer.unconfirmedAt, () => window.location.assign('/login'));
  }

  return (
    <Card title={teamCopy.ownRole(teamCopy.roles[role], name)} subtitle={teamCopy.rights[role]}>
      <Button tone="danger" className={edit.serious} onClick={() => setAsked(true)}>
        {say.leave}
      </Button>
      <Dialog open={isAsked} onClose={() => setAsked(false)} title={say.leave}>
        <p>{say.leaveQuestion}</p>
        <DialogActions>
          <Button tone="quiet" onClick={() => setAsked(false)}>
            {securityCopy.cancel}
          </Button>
          <Button className={edit.final} busy={busy} onClick={() => void leave()}>
            {say.leaveConfirm}
          </Button>
        </DialogActions>
      </Dialog>
    </Card>
  );
}
