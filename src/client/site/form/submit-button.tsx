import type { ComponentProps } from 'react';
import { Button } from '../../ui/form/button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'wide' | 'busyLabel' | 'children'> & {
  busy: boolean;
  /** The button's label while the form is being sent. */
  busyLabel: string;
  children: string;
};

/**
 * The submit button of a form that the Worker may render. The attribute `data-busy` also has the busy label, so that
 * `early-submit.ts` can show the label before the app has loaded. At hydration the button may therefore have the busy
 * label instead of the normal label; React must not warn about this difference.
 */
export function SubmitButton({ busyLabel, children, ...rest }: Props) {
  return (
    <Button {...rest} type="submit" wide busyLabel={busyLabel} data-busy={busyLabel} suppressHydrationWarning>
      {children}
    </Button>
  );
}
