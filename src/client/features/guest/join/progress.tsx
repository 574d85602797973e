import style from '../form.module.css';
import { useCopy } from '../i18n.tsx';

/** Looking the business up is step 1; being in line is the last one. */
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
