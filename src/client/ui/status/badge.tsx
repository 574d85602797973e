import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import style from './badge.module.css';
import { Icon, type IconName } from '../owner-icon.tsx';

type BadgeTone = 'neutral' | 'waiting' | 'called' | 'ok' | 'danger';

type Props = { tone?: BadgeTone | undefined; icon?: IconName | undefined; children: ReactNode };

/**
 * A state in one or two words. The icon has the same meaning as the colour, for people who cannot distinguish the
 * colours.
 */
export function Badge({ tone = 'neutral', icon, children }: Props) {
  return (
    <span className={classes(style.badge, style[tone])}>
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  );
}
