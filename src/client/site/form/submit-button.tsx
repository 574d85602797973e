import type { ComponentProps } from 'react';
import { Button } from '../../ui/form/button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'wide' | 'busyLabel' | 'children'> & {
  busy: boolean;
  /** What it says while the form is on its way. */
  busyLabel: string;
  children: string;
};

/**
 * What sends a form that may come drawn. It carries what it says while it is busy, for a press that comes before the app
 * (`early-submit.ts`): React may find that in the place of its own words, until the press is sent.
 */
export function SubmitButton({ busyLabel, children, ...rest }: Props) {
  return (
    <Button {...rest} type="submit" wide busyLabel={busyLabel} data-busy={busyLabel} suppressHydrationWarning>
      {children}
    </Button>
  );
}
