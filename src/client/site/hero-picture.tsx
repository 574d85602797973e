import { siteCopy } from '../../shared/copy/owner/site.ts';
import styles from './hero-picture.module.css';

/** A figure on the line: the head and shoulders that all pictures of the product use. */
function Figure({ x, kind }: { x: number; kind: 'you' | 'held' | 'outline' }) {
  return (
    <g className={styles[kind]} transform={`translate(${x} 0)`}>
      <path d="M-11 52c0-10 4-17 11-17s11 7 11 17z" />
      <circle cy="25" r="8" />
    </g>
  );
}

/** The landing page's picture: a dotted street becomes a line that ends at a lit door. */
export function HeroPicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 620 400" role="img" aria-label={siteCopy.heroPicture}>
      <rect className={styles.ground} width="620" height="400" rx="28" />
      <path className={styles.beam} d="M462 332H558L588 400H376z" />
      <path className={styles.light} d="M462 332H558L588 400H376z" />
      <path className={styles.door} d="M440 330V168a70 70 0 0 1 140 0v162z" />
      <path className={styles.glow} d="M462 330V172a48 48 0 0 1 96 0v158z" />
      <path className={styles.street} d="M8 330H76" />
      <path className={styles.line} pathLength="1" d="M224 330H595" />
      <g transform="translate(78 96)">
        <rect className={styles.phone} width="146" height="262" rx="26" />
        <rect className={styles.screen} x="9" y="9" width="128" height="244" rx="18" />
        <text className={styles.place} x="73" y="112" textAnchor="middle">
          #3
        </text>
        <text className={styles.caption} x="73" y="140" textAnchor="middle">
          in line
        </text>
        <path className={styles.rail} d="M26 199h94" />
        <g transform="translate(0 163.5) scale(.68)">
          <Figure x={52} kind="you" />
          <Figure x={107} kind="outline" />
          <Figure x={162} kind="outline" />
        </g>
      </g>
      <g transform="translate(0 205.5) scale(2.34)">
        <Figure x={114} kind="you" />
        <Figure x={141} kind="held" />
        <Figure x={168} kind="held" />
      </g>
    </svg>
  );
}
