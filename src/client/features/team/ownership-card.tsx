import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionsEndedAnswer } from '../../../shared/contracts/account/view.ts';
import type { TeamMember } from '../../../shared/contracts/team.ts';
import { teamCopy } from '../../../shared/copy/owner/team.ts';
import { pageLocale } from '../../../shared/copy/page-language.ts';
import { request } from '../../lib/api.ts';
import { shortDate } from '../../lib/format.ts';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import { NotLoadedCard } from '../../member-area/not-loaded-card.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { tellUnconfirmed } from '../../member-area/tell-unconfirmed.ts';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import cards from '../../member-area/cards.module.css';
import { ConfirmForm } from '../account/confirm-form.tsx';
import { MailCodeFirst } from '../account/mailed-code.tsx';
import { offerQuery } from './team-query.ts';
import { useTeamCall } from './use-team-call.ts';

const say = teamCopy.ownership;

/**
 * Transfer of the business to another owner. The owner can make or withdraw an offer. A member sees only an offer to
 * this member. Renders nothing for a member without an offer.
 */
export function OwnershipCard({ members }: { members: TeamMember[] }) {
  const { user } = useMember();
  const { data, isLoadingError, refetch } = useQuery(offerQuery);
  const { busy, run } = useTeamCall({ failed: say.withdrawFailed });
  const offer = data?.offer ?? null;
  const isOwner = user.role === 'owner';
  if (isLoadingError) return <NotLoadedCard title={say.title} onAgain={() => void refetch()} />;
  if (data === undefined || (!isOwner && offer === null)) return null;

  async function end(done: string): Promise<void> {
    if (await run(() => request('DELETE', '/auth/team/ownership'))) toast(done);
  }

  if (offer?.isToMe) {
    const day = shortDate(Date.parse(offer.expiresAt), pageLocale);
    return (
      <Card title={say.title} subtitle={say.toYou(user.name, day)}>
        <p className={cards.hint}>{user.trial ? say.yourNumber : say.yourPayments}</p>
        <div className={cards.actions}>
          <Disclosure label={say.accept}>
            {(close) => (
              <ConfirmForm
                submit={say.accept}
                busyLabel={say.accepting}
                failed={say.acceptFailed}
                call={(body) =>
                  request('POST', '/auth/team/ownership/accept', { body, schema: sessionsEndedAnswer })
                }
                onDone={({ unconfirmedAt }) => {
                  close();
                  void refetch();
                  tellUnconfirmed(unconfirmedAt, () => toast(say.accepted));
                }}
                onCancel={close}
              />
            )}
          </Disclosure>
          <Button tone="quiet" busy={busy} onClick={() => void end(say.declined)}>
            {say.decline}
          </Button>
        </div>
      </Card>
    );
  }
  const others = members.filter(({ isSelf }) => !isSelf);
  const to = offer && others.find(({ id }) => id === offer.memberId);
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      {offer !== null ? (
        <>
          <p className={cards.hint}>
            {say.waits(to?.name ?? to?.email ?? '', shortDate(Date.parse(offer.expiresAt), pageLocale))}
          </p>
          <div className={cards.actions}>
            <Button tone="quiet" busy={busy} onClick={() => void end(say.withdrawn)}>
              {say.withdraw}
            </Button>
          </div>
        </>
      ) : others.length === 0 ? (
        <p className={cards.hint}>{say.nobody}</p>
      ) : (
        <Disclosure label={say.offer}>
          {(close) => (
            <OfferForm
              members={others}
              onDone={() => {
                close();
                void refetch();
              }}
              onCancel={close}
            />
          )}
        </Disclosure>
      )}
    </Card>
  );
}

type FormProps = { members: TeamMember[]; onDone: () => void; onCancel: () => void };

function OfferForm({ members, onDone, onCancel }: FormProps) {
  const { trial, email: own } = useMember().user;
  const [isMailed, setMailed] = useState(false);
  const [memberId, setMemberId] = useState(members[0]?.id ?? '');
  return (
    <>
      {!trial && <p className={cards.hint}>{say.payments}</p>}
      <Field label={say.to}>
        {(control) => (
          <select {...control} value={memberId} onChange={(event) => setMemberId(event.target.value)}>
            {members.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {name === null ? email : `${name} (${email})`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {isMailed ? (
        <ConfirmForm
          submit={say.submit}
          busyLabel={say.busy}
          failed={say.offerFailed}
          asksMailedCode
          call={(typed) => request('POST', '/auth/team/ownership', { body: { ...typed, memberId } })}
          onDone={() => {
            toast(say.offered, { body: say.offeredBody });
            onDone();
          }}
          onCancel={onCancel}
        />
      ) : (
        <MailCodeFirst
          path="/auth/team/ownership/code"
          hint={say.mailFirst(own)}
          onMailed={() => setMailed(true)}
          onCancel={onCancel}
        />
      )}
    </>
  );
}
