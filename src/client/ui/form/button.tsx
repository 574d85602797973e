import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import style from './button.module.css';

/** `primary`: the main action of the page. `quiet`: other actions. `danger`: actions that cannot be undone. */
export type ButtonTone = 'primary' | 'quiet' | 'danger';

type Look = { tone?: ButtonTone | undefined; wide?: boolean | undefined };

/** The class attribute of a button, for links that look like a button. */
export function buttonClass({ tone = 'primary', wide = false }: Look = {}): string {
  return classes(style.button, style[tone], wide && style.wide);
}

type Props = ComponentProps<'button'> & Look & { busy?: boolean | undefined; busyLabel?: string | undefined };

/**
 * A button of at least 48 px. While `busy`, the button ignores presses but keeps the focus (`aria-disabled`, not
 * `disabled`). A busy submit button also stops its form from being submitted.
 */
export function Button({
  tone,
  wide,
  busy = false,
  busyLabel,
  className,
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      className={classes(buttonClass({ tone, wide }), className)}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}
