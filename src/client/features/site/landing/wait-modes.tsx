import type { ReactNode } from 'react';
import { landingCopy } from '../../../../shared/copy/en/site/landing.ts';
import frame from '../../../site/section.module.css';
import { Section } from '../../../site/section.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/owner-icon.tsx';
import styles from './wait-modes.module.css';

const { title, body, onPremises, anywhere } = landingCopy.modes;

/** The two waiting modes from a guest's view (`docs/spec.md` sections 1 and 2). */
export function WaitModes() {
  return (
    <Section titleId="modes" title={title} intro={body}>
      <div className={classes(frame.cards, styles.cards)}>
        <Mode {...onPremises}>
          <svg className={styles.people} viewBox="0 0 200 80" aria-hidden="true">
            <path className={styles.rail} d="M10 70H190" />
            <path className={styles.door} d="M148 69V34a16 16 0 0 1 32 0v35z" />
            <path className={styles.glow} d="M154 69V35a10 10 0 0 1 20 0v34z" />
            <Figure x={40} />
            <Figure x={72} />
            <Figure x={118} you />
          </svg>
          <p className={styles.speech}>{onPremises.call}</p>
        </Mode>
        <Mode {...anywhere}>
          <svg className={styles.people} viewBox="0 0 200 80" aria-hidden="true">
            <path className={styles.path} d="M10 70h34c26 0 12-34 40-34s20 34 46 34h60" />
            <Figure x={26} />
            <rect className={styles.phone} x="102" y="8" width="34" height="54" rx="8" />
            <rect className={styles.turn} x="106" y="12" width="26" height="46" rx="5" />
            <path className={styles.bell} d="M113 38v-5a6 6 0 0 1 12 0v5l2 3h-16zM117 45h4" />
            <Figure x={164} you />
          </svg>
          <p className={styles.sms}>{anywhere.sms}</p>
        </Mode>
      </div>
    </Section>
  );
}

type ModeProps = { title: string; body: string; points: readonly string[]; children: ReactNode };

function Mode({ title, body, points, children }: ModeProps) {
  return (
    <div className={classes(frame.card, styles.card)}>
      <div className={styles.scene}>{children}</div>
      <div className={styles.about}>
        <h3>{title}</h3>
        <p>{body}</p>
        <ul>
          {points.map((point) => (
            <li key={point}>
              <Icon name="check" size={18} />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Figure({ x, you = false }: { x: number; you?: boolean }) {
  return (
    <g className={you ? styles.you : styles.held} transform={`translate(${x} 15)`}>
      <path d="M-11 54c0-10 4-17 11-17s11 7 11 17z" />
      <circle cy="27" r="8" />
    </g>
  );
}
