import { useQuery } from '@tanstack/react-query';
import { sessionAnswer } from '../../../shared/contracts/account/view.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { request } from '../../lib/api.ts';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import cards from '../../member-area/cards.module.css';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { businessesQuery } from './team-query.ts';
import { useTeamCall } from './use-team-call.ts';

const say = teamCopy.businesses;

/**
 * Lists the businesses of a person who is a member of more than one business, and lets the person switch to another
 * business.
 */
export function BusinessesCard() {
  const { data } = useQuery(businessesQuery);
  const { busy, run } = useTeamCall({ failed: say.failed, endsLogIn: true });
  if (data === undefined || data.businesses.length < 2) return null;

  async function open(businessId: string): Promise<void> {
    const body = { businessId };
    const done = await run(() => request('POST', '/auth/businesses/switch', { body, schema: sessionAnswer }));
    // A full page load removes all data of the previous business from memory.
    if (done) tellUnconfirmed(done.answer.unconfirmedAt, () => window.location.assign('/business/dashboard'));
  }

  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <ul className={cards.list} aria-label={say.title}>
        {data.businesses.map(({ id, name, role, current }) => (
          <li key={id} className={cards.row}>
            <div>
              <p className={cards.value}>
                <bdi>{name}</bdi>
              </p>
              <p className={cards.hint}>{teamCopy.roles[role]}</p>
            </div>
            {current ? (
              <Badge tone="called" icon="check">
                {say.here}
              </Badge>
            ) : (
              <Button tone="quiet" aria-label={say.openLabel(name)} busy={busy} onClick={() => void open(id)}>
                {say.open}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
