import { useState } from 'react';
import { Link } from 'react-router';
import { billingCopy } from '../../../shared/copy/owner/billing.ts';
import {
  planKeyOf,
  plans,
  type BillingInterval,
  type PlanName,
  type PlanKey,
} from '../../../shared/plans.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { trialState } from '../../member-area/plan/plan-state.ts';
import { useServerNow } from '../../member-area/use-server-now.ts';
import { useMember } from '../../member-area/member-context.ts';
import page from '../../member-area/page.module.css';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import styles from './billing.module.css';
import { planInTheWay } from './plan-in-the-way.ts';
import { IntervalChoice, PlanCards } from './plan-cards.tsx';
import { useMutation } from '@tanstack/react-query';
import { checkoutAnswer } from '../../../shared/contracts/billing.ts';
import { ApiError, request } from '../../lib/api.ts';
import { useLeaving } from '../../member-area/plan/use-leaving.ts';

const say = billingCopy.payments;
/** How often the remaining days of the trial are computed. */
const COUNTDOWN_MS = 60_000;

/** `/payments` (`docs/spec.md` sections 2, 5 and 8). */
export function Payments() {
  const { user } = useMember();
  const [interval, setInterval] = useState<BillingInterval>('Monthly');
  const [plan, setPlan] = useState<PlanName>();
  const [accepted, setAccepted] = useState(false);
  const checkout = useCheckout();
  const held = planInTheWay(user);
  usePageTitle(say.title);

  // A choice removes the error toast that asked for this choice.
  function choosePlan(chosen: PlanName): void {
    dismissToasts();
    setPlan(chosen);
  }

  function accept(isAccepted: boolean): void {
    dismissToasts();
    setAccepted(isAccepted);
  }

  function pay(): void {
    dismissToasts();
    const refuse = (title: string, body: string) => toast(title, { tone: 'bad', body });
    if (plan === undefined) return void refuse(say.planRequired, say.planRequiredBody);
    if (!accepted) return void refuse(say.termsRequired, say.termsRequiredBody);
    if (user.id === '') return void refuse(say.noSession, say.noSessionBody);
    if (plan === held) return void refuse(say.alreadySelected, say.alreadySelectedBody(plan));
    checkout.begin({ planKey: planKeyOf(plan, interval), userId: user.id });
  }

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <div className={styles.head}>
        <div>
          <h1 className={page.title}>{say.title}</h1>
          <p className={page.subtitle}>{say.subtitle}</p>
        </div>
        <IntervalChoice chosen={interval} onChoose={setInterval} />
      </div>
      <div className={styles.columns}>
        <div className={styles.offers}>
          <PlanCards interval={interval} chosen={plan} held={held} onChoose={choosePlan} />
          {held !== null && (
            <p className={styles.custom}>
              <span>{say.paidAlready(held)}</span>
              <Link to="/plan-change">{say.changePlan}</Link>
            </p>
          )}
          <p className={styles.custom}>
            <span>
              <b>{say.custom}</b> {say.customBody}
            </span>
            <a href="/sales">{say.contactSales}</a>
          </p>
        </div>
        <Card title={say.summary}>
          <dl className={styles.facts}>
            <Fact term={say.plan} value={plan ?? say.noPlan} />
            <Fact term={say.paymentMethod} value={say.creditCard} />
          </dl>
          <p className={styles.note}>{say.methodHint}</p>
          {held === null && <DaysLeft />}
          <p className={styles.total}>
            <span>{say.total}</span>
            <output>{plan === undefined ? '—' : say.price(plans[plan].priceUsd[interval], interval)}</output>
          </p>
          <Terms accepted={accepted} onChange={accept} />
          <Button wide busy={checkout.isBusy} busyLabel={say.busy} onClick={pay}>
            {say.checkout}
          </Button>
        </Card>
      </div>
    </main>
  );
}

/** The notes on the effect of the payment on the trial and the credits. */
function DaysLeft() {
  const trial = trialState(useMember().user, useServerNow(COUNTDOWN_MS));
  return (
    <ul className={styles.notes}>
      <li>
        {say.startsNow}
        {trial.kind === 'active' && ` ${say.trialDaysLeft(Math.ceil(trial.leftMs / DAY_MS))}`}
        {(trial.kind === 'expired' || trial.kind === 'ended') && ` ${say.trialOver}`}
      </li>
      <li>{say.freshCredits}</li>
    </ul>
  );
}

/** The checkbox for the terms. The links open in a new tab, so that the choices on this page are not lost. */
function Terms({ accepted, onChange }: { accepted: boolean; onChange: (accepted: boolean) => void }) {
  const { agree, terms, and, policy } = say.terms;
  return (
    <div className={styles.terms}>
      <input
        type="checkbox"
        id="terms"
        checked={accepted}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor="terms">
        {agree}{' '}
        <a href="/terms" target="_blank" rel="noreferrer">
          {terms}
        </a>{' '}
        {and}{' '}
        <a href="/policy" target="_blank" rel="noreferrer">
          {policy}
        </a>
      </label>
    </div>
  );
}

/**
 * After a refusal with one of these codes, the page shows the server's sentence, because another attempt would not
 * help.
 */
const telling = new Set(['already_subscribed', 'too_many_locations', 'too_many_requests']);

/** Opens the provider's payment page (`POST /stripe/create-checkout-session`), or shows why the call failed. */
function useCheckout() {
  const { isLeaving, leaveFor } = useLeaving();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { planKey: PlanKey; userId: string }) =>
      request('POST', '/stripe/create-checkout-session', { body, schema: checkoutAnswer }),
    onSuccess: ({ url }) => leaveFor(url),
    onError: (error) => toast(say.failed, { tone: 'bad', body: reasonOf(error) }),
  });
  return { begin: mutate, isBusy: isPending || isLeaving };
}

function reasonOf(error: Error): string {
  return error instanceof ApiError && telling.has(error.code) ? error.message : say.failedBody;
}
