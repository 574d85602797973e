import { useId, type ReactNode } from 'react';
import style from './banner.module.css';
import { Icon, type IconName } from '../owner-icon.tsx';

/** `strip`: a row as wide as the page, for notices under the page's bar. */
export type BannerLook = 'card' | 'strip';

type Props = {
  look?: BannerLook | undefined;
  /** `plain`: information. `good`: an offer. `warning`: something ends soon. `bad`: something does not work. */
  tone?: 'plain' | 'good' | 'warning' | 'bad' | undefined;
  icon: IconName;
  title: string;
  /** The button or the link with which the person can solve the problem. */
  action?: ReactNode;
  children: ReactNode;
};

/** A banner about the whole account or line: a named region above the content of the page. */
export function Banner({ look = 'card', tone = 'plain', icon, title, action, children }: Props) {
  const id = useId();
  return (
    <section className={style[look]} data-tone={tone} aria-labelledby={id}>
      <Icon name={icon} size={look === 'card' ? 24 : 20} />
      <div className={style.words}>
        <p id={id} className={style.title}>
          {title}
        </p>{' '}
        <p>{children}</p>
      </div>
      {action && <div className={style.action}>{action}</div>}
    </section>
  );
}
