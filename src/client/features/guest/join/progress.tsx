import style from '../form.module.css';
import { useCopy } from '../i18n.tsx';

/** The steps of the progress bar. Step 1 is the look-up of the business, and step 4 is the status page. */
const STEPS = [1, 2, 3, 4];

export function Progress({ step }: { step: 2 | 3 }) {
  const copy = useCopy();
  return (
    <div className={style.progress} role="img" aria-label={copy.details.step(step, STEPS.length)}>
      {STEPS.map((n) => (
        <i key={n} data-done={n <= step || undefined} />
      ))}
    </div>
  );
}
