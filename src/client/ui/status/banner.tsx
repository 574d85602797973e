import { useId, type ReactNode } from 'react';
import style from './banner.module.css';
import { Icon, type IconName } from '../owner-icon.tsx';

type Props = {
  /** plain: information. good: an offer. bad: something does not work. */
  tone?: 'plain' | 'good' | 'bad' | undefined;
  icon: IconName;
  title: string;
  /** The button or link that resolves it, if there is one. */
  action?: ReactNode;
  children: ReactNode;
};

/** A banner about the whole account: a named region above the page's heading. */
export function Banner({ tone = 'plain', icon, title, action, children }: Props) {
  const id = useId();
  return (
    <section className={style.banner} data-tone={tone} aria-labelledby={id}>
      <Icon name={icon} size={24} />
      <div className={style.words}>
        <p id={id} className={style.title}>
          {title}
        </p>
        <p>{children}</p>
      </div>
      {action && <div className={style.action}>{action}</div>}
    </section>
  );
}
