import { formsCopy } from '../../../shared/copy/en/forms.ts';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/form/field.tsx';
import styles from './form-page.module.css';

/**
 * A field for programs that fill in whatever they find: out of sight, of the keyboard's way and of what is
 * read aloud, but not by `display: none`, which they look for. Where it was filled all the same, by a browser's helper,
 * `error` brings it into sight to be emptied.
 */
export function Honeypot({ error }: { error: string | undefined }) {
  const isSeen = error !== undefined;
  return (
    <div
      className={isSeen ? undefined : classes('sr', styles.honeypot)}
      aria-hidden={isSeen ? undefined : true}
    >
      <Field label={formsCopy.both.trap} error={error}>
        {(control) => (
          <input
            {...control}
            name="link"
            type="text"
            autoComplete="off"
            tabIndex={isSeen ? undefined : -1}
            // What the helpers of some password managers look for.
            data-1p-ignore
            data-lpignore="true"
          />
        )}
      </Field>
    </div>
  );
}
