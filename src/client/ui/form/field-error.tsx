import style from './field.module.css';
import { Icon } from '../icon.tsx';

/**
 * The error of a control that is not a `Field`, with the same look. The control refers to `id` in `aria-describedby`.
 */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={style.error}>
      <Icon name="warning" size={18} />
      {children}
    </p>
  );
}
