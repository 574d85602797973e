import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import style from './button.module.css';

/** primary: the main action of the page. quiet: other actions. danger: actions that cannot be undone. */
export type ButtonTone = 'primary' | 'quiet' | 'danger';

type Look = { tone?: ButtonTone | undefined; wide?: boolean | undefined };

/** The class of a button, for links. */
export function buttonClass({ tone = 'primary', wide = false }: Look = {}): string {
  return classes(style.button, style[tone], wide && style.wide);
}

type Props = ComponentProps<'button'> & Look & { busy?: boolean | undefined; busyLabel?: string | undefined };

/**
 * A button of at least 48 px. While `busy` it keeps its focus and its place (`aria-disabled`, not `disabled`) and
 * ignores presses; as a submit button it also stops the form.
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
