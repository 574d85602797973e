import { useState } from 'react';
import { classes } from '../../../ui/classes.ts';
import style from './line-picture.module.css';
import { useCopy } from '../i18n.tsx';
import { lineSlots } from './place-words.ts';

/**
 * A figure with head and shoulders. The base of the figure is at y = 56, and the centre at x = 0. All pictures of the
 * product use this shape.
 */
function Figure() {
  return (
    <>
      <path d="M-11 52c0-10 4-17 11-17s11 7 11 17z" />
      <circle cy="25" r="8" />
    </>
  );
}

/**
 * A picture of the line to the door: the parties ahead, and behind them the guest. When a party is served, all figures
 * step forward. The picture is hidden from screen readers, because the sentence above the picture says the same. CSS
 * sets the positions by the attribute `data-slot`, because the page's Content Security Policy forbids style attributes.
 */
export function LinePicture({ ahead }: { ahead: number }) {
  const copy = useCopy();
  const { shown, more, mine } = lineSlots(ahead);
  const served = useServed(ahead);
  // The figure of the party that was just served is still drawn while the figure moves through the door. A figure keeps
  // its React key when its slot changes, so that every figure moves.
  const slots = Array.from({ length: shown + 1 }, (_, i) => i - 1);
  return (
    <svg className={style.picture} viewBox="0 0 340 74" fill="none" aria-hidden="true">
      <path className={style.rail} d="M6 56H296" />
      <clipPath id="line-so-far">
        <path d="M4 50h292v12H4z" />
      </clipPath>
      <g clipPath="url(#line-so-far)">
        <path className={classes(style.done, style.step)} data-slot={mine} d="M-290 56H0" />
      </g>
      <path className={style.door} d="M294 57.5V24a20 20 0 0 1 40 0v33.500z" />
      <path className={style.light} d="M303 57.5V26a11 11 0 0 1 22 0v31.500z" />
      {slots.map((slot) => (
        <g key={served + slot} className={classes(style.figure, style.step)} data-slot={slot}>
          <Figure />
        </g>
      ))}
      {more > 0 && (
        <text className={style.more} x="86" y="46">
          {`+${more}`}
        </text>
      )}
      <g className={classes(style.me, style.step)} data-slot={mine}>
        <Figure />
      </g>
      <g className={style.step} data-slot={mine}>
        <text className={style.label} y="72">
          {copy.status.you}
        </text>
      </g>
    </svg>
  );
}

/**
 * How many parties were served since the first render. The React key of a figure is this number plus the figure's slot,
 * so the key stays the same when the figure steps forward.
 */
function useServed(ahead: number): number {
  const [first] = useState(ahead);
  return first - ahead;
}
