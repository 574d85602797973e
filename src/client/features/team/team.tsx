import { useQuery } from '@tanstack/react-query';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { useMember } from '../../member-area/member-context.ts';
import page from '../../member-area/page.module.css';
import { useMay } from '../../member-area/may.tsx';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Button } from '../../ui/form/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import cards from '../../member-area/cards.module.css';
import { DevicesCard } from '../devices/devices-card.tsx';
import { PinCard } from '../devices/pin-card.tsx';
import { BusinessesCard } from './businesses-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersCard } from './members-card.tsx';
import { OwnershipCard } from './ownership-card.tsx';
import { RoleCard } from './role-card.tsx';
import { teamQuery } from './team-query.ts';

const say = teamCopy;

/**
 * `/business/team`: the person's own role, PIN and businesses. If the role allows, the page also shows members,
 * devices, invitations and ownership.
 */
export function Team() {
  const { role, locations } = useMember().user;
  const charted = locations.filter(({ settings }) => settings.memberCharts).map(({ address }) => address);
  const mayManage = useMay('GET /auth/team');
  const team = useQuery({ ...teamQuery, enabled: mayManage });
  usePageTitle(say.title);
  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <div>
        <h1 className={page.title}>{say.title}</h1>
        <p className={page.subtitle}>{say.subtitle}</p>
      </div>
      {charted.length > 0 && <Notice icon="bell">{say.charted(charted.join(' · '))}</Notice>}
      {team.isLoadingError && (
        <EmptyState icon="wifi-off" title={say.loadFailed}>
          <Button tone="quiet" onClick={() => void team.refetch()}>
            {say.loadAgain}
          </Button>
        </EmptyState>
      )}
      <div className={cards.columns}>
        <div className={cards.column}>
          {team.data && <MembersCard team={team.data} />}
          {!mayManage && <RoleCard role={role} />}
          {mayManage && <DevicesCard />}
        </div>
        <div className={cards.column}>
          {team.data && <InvitationsCard invitations={team.data.invitations} />}
          {mayManage && role !== 'owner' && <RoleCard role={role} />}
          <PinCard />
          <OwnershipCard members={team.data?.members ?? []} />
          <BusinessesCard />
        </div>
      </div>
    </main>
  );
}
