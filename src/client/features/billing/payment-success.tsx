import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { billingCopy } from '../../../shared/copy/owner/billing.ts';
import { REDIRECT_AFTER_PAYMENT_MS } from '../../../shared/contracts/billing.ts';
import { useMemberQuery } from '../../member-area/member-query.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { buttonClass } from '../../ui/form/button.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import styles from './billing.module.css';

const say = billingCopy.success;
const DASHBOARD = '/business/dashboard';
const SECOND_MS = 1_000;
/** The page shows at most this many characters of a query parameter, because anybody can write the parameter. */
const SHOWN_MAX = 80;

/**
 * `/payment-success` (`docs/spec.md` sections 2 and 4). The page does not change the account, but polls until the
 * server has recorded the payment.
 */
export function PaymentSuccess() {
  const [query] = useSearchParams();
  const plan = query.get('plan')?.slice(0, SHOWN_MAX) || say.yourPlan;
  const session = query.get('session_id')?.slice(0, SHOWN_MAX);
  const secondsLeft = useRedirect();
  usePageTitle(say.title);
  return (
    <main id="main" tabIndex={-1} className={styles.success}>
      <Logo />
      <div className={styles.sheet}>
        <span className={styles.mark}>
          <Icon name="check" size={32} />
        </span>
        <h1>{say.title}</h1>
        <p>{say.thanks(plan)}</p>
        <Known />
        <h2>{say.next}</h2>
        <ul className={styles.list}>
          {say.steps.map((step) => (
            <li key={step}>
              <Icon name="check" size={18} />
              {step}
            </li>
          ))}
        </ul>
        {session && (
          <p className={styles.note}>
            {say.session}: <span className={styles.session}>{session}</span>
          </p>
        )}
        <Link to={DASHBOARD} className={buttonClass({ wide: true })}>
          {say.toDashboard}
        </Link>
        <p className={styles.note} role="timer">
          {say.redirect(secondsLeft)}
        </p>
      </div>
    </main>
  );
}

/** Polls until the server has recorded the payment, and shows the result. Empty if nobody is logged in. */
function Known() {
  const [isKnown, setKnown] = useState(false);
  const member = useMemberQuery(isKnown ? false : SECOND_MS);
  const user = member.data?.user;
  const isPaid = user?.subscriptionStatus === 'active';
  useEffect(() => {
    // Polling stops if the payment is recorded, if nobody is logged in, or after an error.
    if (isPaid || member.data === null || member.isError) setKnown(true);
  }, [isPaid, member.data, member.isError]);
  return (
    <p className={styles.known} role="status">
      {user !== undefined && (isPaid ? say.confirmed(user.plan) : say.waiting)}
    </p>
  );
}

/** Seconds until the redirect to the dashboard. The redirect replaces this page in the history. */
function useRedirect(): number {
  const navigate = useNavigate();
  const [secondsLeft, setSecondsLeft] = useState(REDIRECT_AFTER_PAYMENT_MS / SECOND_MS);
  useEffect(() => {
    if (secondsLeft === 0) {
      void navigate(DASHBOARD, { replace: true });
      return undefined;
    }
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [secondsLeft, navigate]);
  return secondsLeft;
}
