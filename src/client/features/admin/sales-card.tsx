import { salesPage } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Message } from './message.tsx';
import { PagedList } from './paged-list.tsx';

const say = adminCopy.sales;

export function SalesCard() {
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <PagedList name="sales" schema={salesPage} label={say.title} empty={say.empty} icon="users">
        {({ locations, smsPerMonth, customersPerDay, ...inquiry }) => (
          <Message
            subject={inquiry.subject}
            sentAt={inquiry.sentAt}
            from={inquiry.contactName}
            email={inquiry.workEmail}
            about={[inquiry.businessName, inquiry.businessWebsite, inquiry.phone]}
            badges={
              <>
                <Badge>{say.useCases[inquiry.useCase]}</Badge>
                <Badge>{say.budgets[inquiry.budget]}</Badge>
                {locations !== null && <Badge>{say.locations(locations)}</Badge>}
                {smsPerMonth !== null && <Badge>{say.smsPerMonth(smsPerMonth)}</Badge>}
                {customersPerDay !== null && <Badge>{say.customersPerDay(customersPerDay)}</Badge>}
              </>
            }
          >
            {inquiry.message}
          </Message>
        )}
      </PagedList>
    </Card>
  );
}
