import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../icon.tsx';
import style from './notice.module.css';

type Props = ComponentProps<'p'> & { icon: IconName };

/** A notice. Use `role="status"` if the notice appears after the page was shown. */
export function Notice({ icon, className, children, ...rest }: Props) {
  return (
    <p {...rest} className={classes(style.notice, className)}>
      <Icon name={icon} />
      {children}
    </p>
  );
}
