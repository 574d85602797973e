import { feedbackPage } from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import type { StoredFeedback } from '../../../shared/contracts/forms/messages.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Message } from './message.tsx';
import { PagedList } from './paged-list.tsx';

const say = adminCopy.feedback;

export function FeedbackCard() {
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <PagedList name="feedback" schema={feedbackPage} label={say.title} empty={say.empty} icon="message">
        {(feedback) => (
          <Message
            subject={feedback.subject}
            sentAt={feedback.sentAt}
            from={feedback.name}
            email={feedback.email}
            about={[feedback.businessName, feedback.phone]}
            badges={
              <>
                <Badge>{say.types[feedback.feedbackType]}</Badge>
                <Severity severity={feedback.severity} />
              </>
            }
          >
            {feedback.message}
          </Message>
        )}
      </PagedList>
    </Card>
  );
}

function Severity({ severity }: Pick<StoredFeedback, 'severity'>) {
  if (severity === null) return null;
  const isHigh = severity === 'high';
  return (
    <Badge tone={isHigh ? 'danger' : 'neutral'} icon={isHigh ? 'warning' : undefined}>
      {say.severities[severity]}
    </Badge>
  );
}
