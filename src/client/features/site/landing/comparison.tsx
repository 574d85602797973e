import type { ReactNode } from 'react';
import { landingCopy } from '../../../../shared/copy/en/site/landing.ts';
import frame from '../../../site/section.module.css';
import { Section } from '../../../site/section.tsx';
import { classes } from '../../../ui/classes.ts';
import styles from './comparison.module.css';

const say = landingCopy.comparison;

/** The sixteen people of a line without the product, in two halves. True means that the person leaves. */
const leaving = [
  [true, false, true, false, true, false, true, true],
  [false, false, true, true, false, true, false, false],
] as const;
const PITCH = 26;
/** The x coordinate of the first figure in a half. The two halves form one line with equal gaps. */
const firstOf = (hasDoor: boolean) => (hasDoor ? 12 : 34);

/**
 * The comparison '8 of 16 leave' and '16 of 16 served' (`docs/spec.md` section 2): the same line in front of the same
 * door.
 */
export function Comparison() {
  return (
    <Section titleId="comparison" title={say.title} intro={say.body}>
      <div className={classes(frame.cards, styles.cards)}>
        <div className={classes(frame.card, styles.card)}>
          <p className={styles.label}>{say.without}</p>
          <h3 className={styles.bad}>{say.leave}</h3>
          <p>{say.leaveBody}</p>
          <div className={styles.picture} role="img" aria-label={say.leavePicture}>
            {leaving.map((row, index) => (
              <BrokenHalf key={index} row={row} hasDoor={index === 1} />
            ))}
          </div>
        </div>
        <div className={classes(frame.card, styles.card)}>
          <p className={styles.label}>{say.with}</p>
          <h3>{say.served}</h3>
          <p>{say.servedBody}</p>
          <div className={styles.picture} role="img" aria-label={say.servedPicture}>
            {leaving.map((_, index) => (
              <HeldHalf key={index} hasDoor={index === 1} />
            ))}
          </div>
        </div>
      </div>
    </Section>
  );
}

/**
 * Half of the line. On a wide card the two halves look like one line; on a phone they are two rows. The base of the
 * figures is at y = 54.
 */
function Half({ height, hasDoor, children }: { height: number; hasDoor: boolean; children: ReactNode }) {
  return (
    <svg viewBox={`0 0 ${hasDoor ? 254 : 230} ${height}`} className={hasDoor ? undefined : styles.first}>
      {children}
      {hasDoor && (
        <>
          <path className={styles.door} d="M210 56V30a18 18 0 0 1 36 0v26z" />
          <path className={styles.glow} d="M217 56V31a11 11 0 0 1 22 0v25z" />
        </>
      )}
    </svg>
  );
}

function BrokenHalf({ row, hasDoor }: { row: readonly boolean[]; hasDoor: boolean }) {
  return (
    <Half height={112} hasDoor={hasDoor}>
      <path className={styles.dashed} d={hasDoor ? 'M0 58H206' : 'M10 58H230'} />
      {row.map((leaves, index) => {
        const x = firstOf(hasDoor) + index * PITCH;
        return leaves ? <Leaver key={x} x={x} /> : <Figure key={x} x={x} className={styles.outline} />;
      })}
    </Half>
  );
}

/** A person who leaves the line, with the gap and the path out of the line. */
function Leaver({ x }: { x: number }) {
  return (
    <g>
      <path className={styles.way} d={`M${x} 62c0 12-5 18-13 22`} />
      <circle className={styles.gap} cx={x} cy="58" r="3.6" />
      <g transform={`translate(${x - 24} 52) rotate(-8 0 40)`}>
        <Figure x={0} className={styles.gone} />
      </g>
    </g>
  );
}

function HeldHalf({ hasDoor }: { hasDoor: boolean }) {
  return (
    <Half height={70} hasDoor={hasDoor}>
      <path className={styles.held} d={hasDoor ? 'M0 58H252' : 'M12 58H230'} />
      {Array.from({ length: 8 }, (_, index) => (
        <Figure
          key={index}
          x={firstOf(hasDoor) + index * PITCH}
          className={hasDoor && index === 7 ? styles.you : styles.filled}
        />
      ))}
    </Half>
  );
}

function Figure({ x, className }: { x: number; className: string | undefined }) {
  return (
    <g className={className} transform={`translate(${x} 0)`}>
      <path d="M-11 54c0-10 4-17 11-17s11 7 11 17z" />
      <circle cy="27" r="8" />
    </g>
  );
}
