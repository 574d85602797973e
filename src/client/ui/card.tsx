import { useId, type ReactNode } from 'react';
import style from './card.module.css';

type Props = {
  title: string;
  subtitle?: ReactNode | undefined;
  /** A control that acts on the whole card. It is shown beside the title. */
  action?: ReactNode | undefined;
  children: ReactNode;
};

/** A card is a region of the page with a heading of its own (h2). */
export function Card({ title, subtitle, action, children }: Props) {
  const id = useId();
  return (
    <section className={style.card} aria-labelledby={id}>
      <header className={style.head} data-acting={action ? true : undefined}>
        <div className={style.titles}>
          <h2 id={id}>{title}</h2>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {action && <div className={style.action}>{action}</div>}
      </header>
      {children}
    </section>
  );
}
