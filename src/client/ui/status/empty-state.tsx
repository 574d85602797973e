import type { ReactNode } from 'react';
import style from './empty-state.module.css';
import { Icon, type IconName } from '../owner-icon.tsx';

type Props = { icon?: IconName | undefined; title: string; children?: ReactNode | undefined };

/** Shown instead of an empty list. Says that the list is empty, and what the person can do next. */
export function EmptyState({ icon, title, children }: Props) {
  return (
    <div className={style.empty}>
      {icon && (
        <span className={style.icon}>
          <Icon name={icon} size={28} />
        </span>
      )}
      <p className={style.title}>{title}</p>
      {children && <div className={style.more}>{children}</div>}
    </div>
  );
}
