import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import type { SubscriptionView } from '../../../shared/contracts/billing.ts';
import { billingCopy } from '../../../shared/copy/owner/billing.ts';
import type { PlanName } from '../../../shared/plans.ts';
import { MEMBER_POLL_MS } from '../../../shared/limits.ts';
import { useMember } from '../../member-area/member-context.ts';
import { useMemberQuery } from '../../member-area/member-query.ts';
import page from '../../member-area/page.module.css';
import { useServerNow } from '../../member-area/use-server-now.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Banner } from '../../ui/status/banner.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { dismissToasts, toast } from '../../ui/status/toast.tsx';
import styles from './billing.module.css';
import { planChangeNotes } from './plan-change-notes.ts';
import { planInTheWay } from './plan-in-the-way.ts';
import { PlanCards } from './plan-cards.tsx';
import { usePlanChange } from './use-plan-change.ts';
import { useSubscription } from './use-subscription.ts';

const say = billingCopy.planChange;
/** How often the remaining time for the payment is updated. */
const COUNTDOWN_MS = 60_000;

/**
 * `/plan-change` (`docs/spec.md` sections 2, 4, 5 and 8). If the account has no plan that can be changed, the page
 * redirects to `/payments`.
 */
export function PlanChange() {
  const { user } = useMember();
  usePageTitle(say.title);
  // Polls, because another tab may have changed the plan.
  useMemberQuery(MEMBER_POLL_MS);
  const held = planInTheWay(user);
  if (held === null) return <ToPayments isOnTrial={user.trial} />;
  return <Change held={held} />;
}

function ToPayments({ isOnTrial }: { isOnTrial: boolean }) {
  useEffect(() => {
    if (isOnTrial) toast(say.onTrial, { body: say.onTrialBody });
    else toast(say.ended, { body: say.endedBody });
  }, [isOnTrial]);
  return <Navigate to="/payments" replace />;
}

function Change({ held }: { held: PlanName }) {
  const [plan, setPlan] = useState<PlanName>();
  const [asked, setAsked] = useState<PlanName>();
  const subscription = useSubscription();
  const { change, isBusy } = usePlanChange({ onSettled: () => setAsked(undefined) });

  function ask(): void {
    dismissToasts();
    if (plan === undefined) toast(say.planRequired, { tone: 'bad', body: say.planRequiredBody });
    else if (plan === held) toast(say.alreadySelected, { tone: 'bad', body: say.alreadySelectedBody(plan) });
    else setAsked(plan);
  }

  return (
    <main id="main" tabIndex={-1} className={page.page}>
      <Pending subscription={subscription} onPay={change} isBusy={isBusy && asked === undefined} />
      <div className={styles.head}>
        <h1 className={page.title}>{say.title}</h1>
        <Link to="/business/dashboard" className={`${buttonClass({ tone: 'quiet' })} ${styles.back}`}>
          {say.back}
        </Link>
      </div>
      <div className={styles.columns}>
        <PlanCards interval="Monthly" chosen={plan} held={held} isHeldShut onChoose={setPlan} />
        <Card title={say.summary}>
          <dl className={styles.facts}>
            <Fact term={say.from} value={held} />
            <Fact term={say.to} value={plan ?? say.notChosen} />
          </dl>
          {plan === undefined && <p className={styles.note}>{say.chooseFirst}</p>}
          {plan !== undefined && plan !== held && (
            <ul className={styles.notes}>
              {planChangeNotes({ from: held, to: plan, subscription }).map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
          <Button wide busy={isBusy && asked === undefined} busyLabel={say.busy} onClick={ask}>
            {say.update}
          </Button>
        </Card>
      </div>
      <Confirm asked={asked} isBusy={isBusy} onCancel={() => setAsked(undefined)} onConfirm={change} />
    </main>
  );
}

type ConfirmProps = {
  /** The new plan that waits for confirmation; undefined if the dialog is closed. */
  asked: PlanName | undefined;
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: (plan: PlanName) => void;
};

/**
 * The confirmation of a plan change. The first button of the dialog cancels, because a plan change charges a card or
 * takes credits away.
 */
function Confirm({ asked, isBusy, onCancel, onConfirm }: ConfirmProps) {
  return (
    <Dialog open={asked !== undefined} onClose={onCancel} title={say.confirmTitle}>
      <p>{asked && say.confirmBody(asked)}</p>
      <DialogActions>
        <Button tone="quiet" onClick={onCancel}>
          {say.cancel}
        </Button>
        <Button busy={isBusy} busyLabel={say.busy} onClick={() => asked && onConfirm(asked)}>
          {say.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type PendingProps = {
  subscription: SubscriptionView | null;
  onPay: (plan: PlanName) => void;
  isBusy: boolean;
};

/** Shows a plan change that waits for its payment, and the remaining time for the payment. */
function Pending({ subscription, onPay, isBusy }: PendingProps) {
  const now = useServerNow(COUNTDOWN_MS);
  const pending = subscription?.pending ?? null;
  if (pending === null) return null;
  const leftMs = Date.parse(pending.until) - now;
  if (leftMs <= 0) return null;
  const { plan } = pending;
  return (
    <Banner
      icon="card"
      title={say.pendingTitle(plan)}
      action={
        <Button busy={isBusy} busyLabel={say.busy} onClick={() => onPay(plan)}>
          {say.payNow}
        </Button>
      }
    >
      {say.pendingBody(leftMs)}
    </Banner>
  );
}
