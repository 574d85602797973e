import { billingCopy } from '../../../../shared/copy/en/owner/billing.ts';
import { landingCopy } from '../../../../shared/copy/en/site/landing.ts';
import { siteCopy } from '../../../../shared/copy/en/site.ts';
import { planNames, plans, type Plan } from '../../../../shared/plans.ts';
import frame from '../../../site/section.module.css';
import { Section } from '../../../site/section.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { buttonClass } from '../../../ui/form/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import styles from './pricing.module.css';

const say = landingCopy.pricing;
const facts = billingCopy.payments;

/** The plans of `plans.ts`, and the custom plan (`docs/spec.md` sections 2 and 9). */
export function Pricing() {
  return (
    <Section id="pricing" titleId="pricing-title" title={say.title} intro={`${say.note} ${say.trialNote}`}>
      <div className={classes(frame.cards, styles.plans)}>
        {planNames.map((name) => (
          <PlanCard key={name} plan={plans[name]} isPopular={name === 'Professional'} />
        ))}
        <div className={classes(frame.card, styles.plan)}>
          <h3>{say.custom.name}</h3>
          <p className={styles.forWhom}>{say.custom.body}</p>
          <p className={styles.price}>
            <b>{say.custom.price}</b>
          </p>
          <p className={styles.yearly}>{say.custom.terms}</p>
          <Facts of={say.custom.facts} />
          <a href="/sales" className={buttonClass({ tone: 'quiet', wide: true })}>
            {facts.contactSales}
          </a>
        </div>
      </div>
    </Section>
  );
}

function PlanCard({ plan, isPopular }: { plan: Plan; isPopular: boolean }) {
  const { Monthly, Yearly } = plan.priceUsd;
  return (
    <div className={classes(frame.card, styles.plan, isPopular && styles.popular)}>
      <div className={styles.name}>
        <h3>{plan.name}</h3>
        {isPopular && <Badge tone="called">{facts.mostPopular}</Badge>}
      </div>
      <p className={styles.forWhom}>{say.forWhom[plan.name]}</p>
      <p className={styles.price}>
        <b>${Monthly}</b>
        {say.month}
      </p>
      <p className={styles.yearly}>{say.yearly(Yearly, 12 * Monthly - Yearly)}</p>
      <Facts
        of={[
          facts.locations(plan.maxLocations),
          facts.sms(plan.smsCredits),
          facts.customers(plan.customerCredits),
        ]}
      />
      <a href="/signup" className={buttonClass({ tone: isPopular ? 'primary' : 'quiet', wide: true })}>
        {siteCopy.startTrial}
      </a>
    </div>
  );
}

function Facts({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.map((fact) => (
        <li key={fact}>
          <Icon name="check" size={18} />
          {fact}
        </li>
      ))}
    </ul>
  );
}
