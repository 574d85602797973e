import { Fragment, type ReactNode } from 'react';
import { billingCopy } from '../../../../shared/copy/en/owner/billing.ts';
import { landingCopy as say } from '../../../../shared/copy/en/site/landing.ts';
import { siteCopy } from '../../../../shared/copy/en/site.ts';
import { TRIAL_DAYS } from '../../../../shared/limits.ts';
import { HeroPicture } from '../../../site/hero-picture.tsx';
import { SitePage } from '../../../site/site-page.tsx';
import { buttonClass } from '../../../ui/form/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import { Comparison } from './comparison.tsx';
import { HowItWorks } from './how-it-works.tsx';
import styles from './landing.module.css';
import { Pricing } from './pricing.tsx';
import { WaitModes } from './wait-modes.tsx';

type Props = {
  navigate?: (href: string) => void;
  /** The sandbox, which only the server can render. */
  sandbox?: ReactNode;
};

/** The landing page, with the blocks of `docs/spec.md` section 2 in the order of this section. */
export function LandingPage({ navigate, sandbox }: Props) {
  return (
    <SitePage path="/" className={styles.main} {...(navigate && { navigate })}>
      <Hero />
      <Benefits />
      <Comparison />
      <HowItWorks />
      {sandbox}
      <WaitModes />
      <Pricing />
      <Closing />
    </SitePage>
  );
}

function Hero() {
  return (
    <section className={styles.hero} aria-labelledby="hero">
      <div className={styles.words}>
        <h1 id="hero">
          {siteCopy.hero.split(/(?<=\.) /).map((sentence, index) => (
            <Fragment key={sentence}>
              {index > 0 && ' '}
              <span>{unbroken(sentence)}</span>
            </Fragment>
          ))}
        </h1>
        <p>{siteCopy.heroBody}</p>
        <div className={styles.action}>
          <a href="/signup" className={buttonClass()}>
            {siteCopy.startTrial}
          </a>
          <a href="/demo" className={buttonClass({ tone: 'quiet' })}>
            {say.watchDemo}
          </a>
          <span>{siteCopy.trialNote(TRIAL_DAYS)}</span>
        </div>
      </div>
      <HeroPicture />
    </section>
  );
}

/** Wraps each word in a `span`, so that no line breaks inside a word. */
function unbroken(sentence: string): ReactNode {
  return sentence.split(' ').map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ' '}
      <span>{word}</span>
    </Fragment>
  ));
}

function Benefits() {
  return (
    <section className={styles.benefits} aria-label={say.benefitsTitle}>
      <ul>
        {say.benefits.map(({ icon, title, body }) => (
          <li key={title}>
            <Icon name={icon} size={24} />
            <div>
              <h2>{title}</h2>
              <p>{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Closing() {
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <div className={styles.closingCard}>
        <svg className={styles.doorway} viewBox="0 0 300 300" aria-hidden="true">
          <path className={styles.closingBeam} d="M92 252h116l62 48H30z" />
          <path className={styles.closingDoor} d="M70 252V112a80 80 0 0 1 160 0v140z" />
          <path className={styles.closingGlow} d="M94 252V114a56 56 0 0 1 112 0v138z" />
        </svg>
        <div>
          <h2 id="closing">{say.closing.title}</h2>
          <p>{say.closing.body}</p>
          <div className={styles.action}>
            <a href="/signup" className={classes(buttonClass(), styles.onDark)}>
              {siteCopy.startTrial}
            </a>
            <a href="/sales" className={classes(buttonClass({ tone: 'quiet' }), styles.onDarkQuiet)}>
              {billingCopy.payments.contactSales}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
