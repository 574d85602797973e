import style from './field.module.css';
import { Icon } from '../icon.tsx';

/**
 * The error of a control that is not in a `Field`, with the look of a field's error. The control must have this `id` in
 * its `aria-describedby`.
 */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={style.error}>
      <Icon name="warning" size={18} />
      {children}
    </p>
  );
}
