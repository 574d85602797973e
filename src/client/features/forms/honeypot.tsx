import { formsCopy } from '../../../shared/copy/en/forms.ts';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/form/field.tsx';
import styles from './form-page.module.css';

/**
 * Honeypot: a field that only bots fill in. The field is off screen, not focusable and hidden from screen readers. The
 * field does not use `display: none`, because bots detect `display: none`. If a browser's autofill has filled in the
 * field, `error` makes the field visible, so that the person can empty it.
 */
export function Honeypot({ error }: { error: string | undefined }) {
  const isSeen = error !== undefined;
  return (
    <div
      className={isSeen ? undefined : classes('sr', styles.honeypot)}
      aria-hidden={isSeen ? undefined : true}
    >
      <Field label={formsCopy.both.honeypot} error={error}>
        {(control) => (
          <input
            {...control}
            name="link"
            type="text"
            autoComplete="off"
            tabIndex={isSeen ? undefined : -1}
            // With these attributes some password managers ignore the field.
            data-1p-ignore
            data-lpignore="true"
          />
        )}
      </Field>
    </div>
  );
}
