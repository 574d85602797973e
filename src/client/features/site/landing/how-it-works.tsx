import { landingCopy } from '../../../../shared/copy/en/site/landing.ts';
import { Section } from '../../../site/section.tsx';
import styles from './how-it-works.module.css';

const say = landingCopy.how;

/** The three steps Sign Up & Get QR, Display QR Code, Notify Customer (`docs/spec.md` section 2). */
export function HowItWorks() {
  return (
    <Section titleId="how" title={say.title} intro={say.body} band>
      <ol className={styles.steps}>
        {say.steps.map(({ title, time, body }, index) => (
          <li key={title}>
            <div className={styles.picture} aria-hidden="true">
              {pictures[index]}
            </div>
            <p className={styles.mark}>
              <b>{index + 1}</b>
              <span>{time}</span>
            </p>
            <h3>{title}</h3>
            <p>{body}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** A picture that looks like a QR code but cannot be scanned. */
const dots = [
  'M44 14h6v6h-6zM56 14h6v6h-6zM44 26h6v6h-6zM50 32h6v6h-6zM62 26h6v6h-6zM44 44h6v6h-6zM56 44h6v6h-6zM68 44h6v6h-6z',
  'M50 50h6v6h-6zM62 50h6v6h-6zM14 44h6v6h-6zM26 44h6v6h-6zM32 50h6v6h-6zM44 62h6v6h-6zM56 62h6v6h-6zM74 56h6v6h-6z',
  'M62 68h6v6h-6zM74 68h6v6h-6zM50 74h6v6h-6zM68 74h6v6h-6z',
].join('');
const corners = ['M14 14h24v24H14z', 'M56 14h24v24H56z', 'M14 56h24v24H14z'];

function Code({ at }: { at: string }) {
  return (
    <g transform={at}>
      <rect className={styles.sheet} width="94" height="94" rx="10" />
      <path className={styles.dots} d={dots} />
      {corners.map((corner) => (
        <g key={corner}>
          <path className={styles.corner} d={corner} />
        </g>
      ))}
    </g>
  );
}

const pictures = [
  <svg key="sign-up" viewBox="0 0 300 168">
    <rect className={styles.panel} x="52" y="20" width="196" height="128" rx="16" />
    <path className={styles.words} d="M74 48h58" />
    <rect className={styles.field} x="74" y="60" width="88" height="22" rx="7" />
    <rect className={styles.field} x="74" y="90" width="88" height="22" rx="7" />
    <rect className={styles.button} x="74" y="121" width="88" height="15" rx="7.5" />
    <Code at="translate(174 52) scale(.66)" />
  </svg>,
  <svg key="display" viewBox="0 0 300 168">
    <path className={styles.wall} d="M40 148h220" />
    <path className={styles.door} d="M170 146V68a36 36 0 0 1 72 0v78z" />
    <path className={styles.glow} d="M183 146V70a23 23 0 0 1 46 0v76z" />
    <rect className={styles.poster} x="70" y="24" width="78" height="104" rx="8" />
    <path className={styles.words} d="M88 40h42" />
    <Code at="translate(80 52) scale(.62)" />
    <path className={styles.words} d="M94 120h30" />
  </svg>,
  <svg key="notify" viewBox="0 0 300 168">
    <rect className={styles.panel} x="38" y="34" width="136" height="100" rx="14" />
    <path className={styles.words} d="M56 60h46M56 84h36M56 108h42" />
    <rect className={styles.button} x="116" y="50" width="44" height="20" rx="10" />
    <rect className={styles.field} x="116" y="76" width="44" height="17" rx="8.5" />
    <rect className={styles.field} x="116" y="100" width="44" height="17" rx="8.5" />
    <path className={styles.send} d="M166 60c18-22 34-20 44-8" />
    <rect className={styles.phone} x="200" y="34" width="62" height="108" rx="13" />
    <rect className={styles.turn} x="205" y="39" width="52" height="98" rx="9" />
    <path className={styles.bell} d="M222 92v-8a9 9 0 0 1 18 0v8l3 4h-24zM228 100h6" />
  </svg>,
];
