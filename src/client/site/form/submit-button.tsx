import type { ComponentProps } from 'react';
import { Button } from '../../ui/form/button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'wide' | 'busyLabel' | 'children'> & {
  busy: boolean;
  /** The button's label while the form is being sent. */
  busyLabel: string;
  children: string;
};

/**
 * The submit button of a form that the Worker may render. An attribute has the busy label, so that `early-submit.ts`
 * can show the label before the app has loaded. At hydration React may find the busy label instead of the normal label.
 */
export function SubmitButton({ busyLabel, children, ...rest }: Props) {
  return (
    <Button {...rest} type="submit" wide busyLabel={busyLabel} data-busy={busyLabel} suppressHydrationWarning>
      {children}
    </Button>
  );
}
