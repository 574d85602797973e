import style from './field.module.css';
import { Icon } from '../icon.tsx';

/** What is wrong with a control that is no `Field`: the same look. The control names `id` in `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={style.error}>
      <Icon name="warning" size={18} />
      {children}
    </p>
  );
}
