import type { ComponentProps } from 'react';
import { Button } from '../../ui/form/button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'wide' | 'busyLabel' | 'children'> & {
  busy: boolean;
  /** The button's text while the form is being sent. */
  busyLabel: string;
  children: string;
};

/**
 * The submit button of a form that may be rendered by the Worker. Its busy text stands in the markup, for a submit
 * that comes before the app (`early-submit.ts`): at hydration React may find it in place of its own text, until the
 * form is sent.
 */
export function SubmitButton({ busyLabel, children, ...rest }: Props) {
  return (
    <Button {...rest} type="submit" wide busyLabel={busyLabel} data-busy={busyLabel} suppressHydrationWarning>
      {children}
    </Button>
  );
}
