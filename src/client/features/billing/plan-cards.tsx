import { useId } from 'react';
import { billingCopy } from '../../../shared/copy/owner/billing.ts';
import {
  billingIntervals,
  planNames,
  plans,
  type BillingInterval,
  type Plan,
  type PlanName,
} from '../../../shared/plans.ts';
import { textPriceRange } from '../../../shared/text/text-prices.ts';
import { useMember } from '../../member-area/member-context.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { Icon } from '../../ui/owner-icon.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import styles from './billing.module.css';

const say = billingCopy.payments;

/** Choice of monthly or yearly billing. */
export function IntervalChoice({
  chosen,
  onChoose,
}: {
  chosen: BillingInterval;
  onChoose: (interval: BillingInterval) => void;
}) {
  const options = billingIntervals.map((value) => ({ value, label: say.intervals[value] }));
  return <RadioGroup legend={say.interval} options={options} chosen={chosen} onChoose={onChoose} />;
}

type Props = {
  interval: BillingInterval;
  chosen: PlanName | undefined;
  /** The current plan of the account. */
  held: PlanName | null;
  /** Whether the current plan cannot be chosen. */
  isHeldShut?: boolean;
  onChoose: (plan: PlanName) => void;
};

/** The plans side by side: native radio buttons as large as their cards. */
export function PlanCards({ interval, chosen, held, isHeldShut = false, onChoose }: Props) {
  const name = useId();
  const { low, high } = textPriceRange(useMember().user.textPrices);
  return (
    <div className={styles.offers}>
      <fieldset className={styles.plans}>
        <legend className="sr">{say.plans}</legend>
        {planNames.map((plan) => (
          <div key={plan} className={styles.plan}>
            <input
              type="radio"
              name={name}
              id={`${name}-${plan}`}
              className={styles.radio}
              checked={chosen === plan}
              disabled={isHeldShut && plan === held}
              onChange={() => onChoose(plan)}
              aria-describedby={`${name}-${plan}-about`}
            />
            <span className={styles.dot} aria-hidden="true" />
            <label className={styles.name} htmlFor={`${name}-${plan}`}>
              {plan}
            </label>
            <div id={`${name}-${plan}-about`} className={styles.about}>
              <Badges plan={plan} isHeld={plan === held} />
              <PlanFacts plan={plans[plan]} interval={interval} />
            </div>
          </div>
        ))}
      </fieldset>
      <p className={styles.note}>{say.textsAbroad(low, high)}</p>
    </div>
  );
}

function Badges({ plan, isHeld }: { plan: PlanName; isHeld: boolean }) {
  if (!isHeld && plan !== 'Professional') return null;
  return (
    <p className={styles.badges}>
      {plan === 'Professional' && <Badge tone="waiting">{say.mostPopular}</Badge>}
      {isHeld && <Badge icon="check">{say.currentPlan}</Badge>}
    </p>
  );
}

function PlanFacts({ plan, interval }: { plan: Plan; interval: BillingInterval }) {
  const saved = 12 * plan.priceUsd.Monthly - plan.priceUsd.Yearly;
  const facts = [
    say.locations(plan.maxLocations),
    say.sms(plan.smsCredits),
    say.customers(plan.customerCredits),
  ];
  return (
    <>
      <p className={styles.price}>
        <b>{say.price(plan.priceUsd[interval], interval)}</b>
        {interval === 'Yearly' && <span>{say.saves(saved)}</span>}
      </p>
      <ul className={styles.list}>
        {facts.map((fact) => (
          <li key={fact}>
            <Icon name="check" size={18} />
            {fact}
          </li>
        ))}
      </ul>
      {plan.maxLocations > 1 && <p className={styles.note}>{say.perLocation}</p>}
    </>
  );
}
