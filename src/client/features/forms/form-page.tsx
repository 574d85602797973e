import { useId, type ReactNode } from 'react';
import { formsCopy } from '../../../shared/copy/en/forms.ts';
import { product } from '../../../shared/product.ts';
import { HeroPicture } from '../../site/hero-picture.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './form-page.module.css';

type Props = {
  title: string;
  intro: string;
  /** Additional information. On a phone this information is below the form. */
  points: readonly string[];
  children: ReactNode;
};

/** The frame of the feedback form and the sales form. On wide screens the introduction is beside the form. */
export function FormPage({ title, intro, points, children }: Props) {
  return (
    <PublicPage className={styles.main}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <p>{intro}</p>
      </div>
      <div className={styles.card}>{children}</div>
      <div className={styles.aside}>
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>
              <Icon name="check" />
              {point}
            </li>
          ))}
        </ul>
        <p className={styles.write}>
          {formsCopy.both.orWrite} <a href={`mailto:${product.supportEmail}`}>{product.supportEmail}</a>
        </p>
        <div className={styles.picture} aria-hidden="true">
          <HeroPicture />
        </div>
      </div>
    </PublicPage>
  );
}

export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}
