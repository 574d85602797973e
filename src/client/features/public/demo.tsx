import type { ReactNode } from 'react';
import { demoCopy as say } from '../../../shared/copy/demo.ts';
import { siteCopy } from '../../../shared/copy/site.ts';
import { TRIAL_DAYS } from '../../../shared/limits.ts';
import { SitePage } from '../../site/site-page.tsx';
import { buttonClass } from '../../ui/button.tsx';
import styles from './demo.module.css';

/** `/demo`: what becomes of one guest, in four pictures. */
export function DemoPage({ sandbox }: { sandbox: ReactNode }) {
  return (
    <SitePage path="/demo" className={styles.main}>
      <div className={styles.head}>
        <h1>{say.title}</h1>
        <p>{say.intro}</p>
      </div>
      <ol className={styles.story}>
        {say.steps.map(({ title, body }, index) => (
          <li key={title}>
            <div className={styles.stage} role="img" aria-label={say.pictures[index]}>
              {stages[index]}
            </div>
            <h2>{title}</h2>
            <p>{body}</p>
          </li>
        ))}
      </ol>
      {sandbox}
      <div className={styles.try}>
        <h2>{say.tryTitle}</h2>
        <p>{say.tryBody}</p>
        <a href="/signup" className={buttonClass()}>
          {siteCopy.startTrial}
        </a>
        <p className={styles.note}>{siteCopy.trialNote(TRIAL_DAYS)}</p>
      </div>
    </SitePage>
  );
}

/** A phone with a place in line; of the figures below it the guest's own is lit. */
function PlacePhone({ place }: { place: number }) {
  return (
    <svg viewBox="0 0 300 260">
      <rect className={styles.phone} x="82" y="14" width="136" height="232" rx="24" />
      <rect className={styles.screen} x="90" y="22" width="120" height="216" rx="17" />
      <text className={styles.place} x="150" y="120" textAnchor="middle">
        #{place}
      </text>
      <text className={styles.caption} x="150" y="146" textAnchor="middle">
        {say.place}
      </text>
      <path className={styles.rail} d="M104 206h92" />
      <g transform="translate(0 170.6) scale(.66)">
        {Array.from({ length: place }, (_, index) => (
          <Figure key={index} x={282 - index * 32} isYou={index === place - 1} />
        ))}
      </g>
    </svg>
  );
}

function Figure({ x, isYou }: { x: number; isYou: boolean }) {
  return (
    <g className={isYou ? styles.you : styles.held} transform={`translate(${x} 0)`}>
      <path d="M-11 52c0-10 4-17 11-17s11 7 11 17z" />
      <circle cy="25" r="8" />
    </g>
  );
}

function Tablet() {
  return (
    <svg viewBox="0 0 300 260">
      <rect className={styles.phone} x="22" y="34" width="256" height="192" rx="20" />
      <rect className={styles.screen} x="32" y="44" width="236" height="172" rx="12" />
      {[62, 112, 162].map((y, index) => (
        <g key={y}>
          <rect className={styles.row} x="44" y={y} width="212" height="40" rx="11" />
          <text className={styles.number} x="60" y={y + 27}>
            {index + 1}
          </text>
          <path className={styles.words} d={`M84 ${y + 16}h56M84 ${y + 28}h34`} />
          <rect
            className={index === 0 ? styles.pressed : styles.button}
            x="180"
            y={y + 6}
            width="66"
            height="28"
            rx="14"
          />
          <text
            className={index === 0 ? styles.onPressed : styles.onButton}
            x="213"
            y={y + 25}
            textAnchor="middle"
          >
            {say.admit}
          </text>
        </g>
      ))}
      <circle className={styles.tap} cx="232" cy="92" r="19" />
    </svg>
  );
}

function TurnPhone() {
  return (
    <svg viewBox="0 0 300 260">
      <rect className={styles.phone} x="82" y="14" width="136" height="232" rx="24" />
      <rect className={styles.lit} x="90" y="22" width="120" height="216" rx="17" />
      <path className={styles.bell} d="M135 76v-9a15 15 0 0 1 30 0v9l5 6h-40zM145 88h10" />
      <text className={styles.turn} x="150" y="126" textAnchor="middle">
        {say.turn}
      </text>
      <text className={styles.clock} x="150" y="178" textAnchor="middle">
        4:58
      </text>
    </svg>
  );
}

const stages = [
  <PlacePhone key="joined" place={3} />,
  <PlacePhone key="moved" place={1} />,
  <Tablet key="admit" />,
  <TurnPhone key="turn" />,
];
