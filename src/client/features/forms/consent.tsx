import { useId, useState } from 'react';
import { formsCopy } from '../../../shared/copy/en/forms.ts';
import { SubmitButton } from '../../site/form/submit-button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { HumanCheck } from './human-check.tsx';
import styles from './form-page.module.css';

type Props = {
  /** The name of the form, for the CAPTCHA. */
  action: string;
  label: string;
  /** The sentence that says why the form cannot be sent yet. */
  required: string;
  submit: string;
  busy: boolean;
  error: string | undefined;
};

/**
 * The last part of the feedback form and the sales form: the consent to be contacted, and the submit button. Without
 * the consent the form cannot be sent (`docs/spec.md` section 5).
 */
export function Consent({ action, label, required, submit, busy, error }: Props) {
  const id = useId();
  const [allowed, setAllowed] = useState(false);
  return (
    <div className={styles.send}>
      <Checkbox name="allowContact" label={label} checked={allowed} onChange={setAllowed} error={error} />
      <HumanCheck action={action} />
      <SubmitButton
        disabled={!allowed}
        busy={busy}
        busyLabel={formsCopy.both.busy}
        className={styles.submit}
        aria-describedby={allowed ? undefined : id}
      >
        {submit}
      </SubmitButton>
      {!allowed && (
        <p id={id} className={styles.why}>
          {required}
        </p>
      )}
    </div>
  );
}
