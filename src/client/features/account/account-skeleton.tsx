import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { IfMay } from '../../member-area/may.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/status/skeleton.tsx';
import cards from '../../member-area/cards.module.css';

const { email, number, password, secondStep, language, passkeys, sessions, deletion } = securityCopy;

/** Placeholders of the cards whose data is still loading. */
export function AccountSkeleton() {
  return (
    <div className={cards.columns} aria-busy>
      <div className={cards.column}>
        <CardSkeleton words={email} fact />
        <IfMay call="POST /auth/number-code">
          <CardSkeleton words={number} fact />
        </IfMay>
        <CardSkeleton words={password} />
        <CardSkeleton words={secondStep} />
        <CardSkeleton words={language} />
      </div>
      <div className={cards.column}>
        <CardSkeleton words={passkeys} />
        <CardSkeleton words={sessions} fact />
        <IfMay call="POST /auth/delete-account">
          <CardSkeleton words={deletion} />
        </IfMay>
      </div>
    </div>
  );
}

/** Placeholder of a card with one button. With `fact`, a line of text is above the button. */
function CardSkeleton({
  words,
  fact = false,
}: {
  words: { title: string; subtitle: string };
  fact?: boolean;
}) {
  return (
    <Card title={words.title} subtitle={words.subtitle}>
      {fact && <Skeleton height="4.75rem" />}
      <div className={cards.actions}>
        <Skeleton width="10rem" height="3rem" />
      </div>
    </Card>
  );
}
