import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { Button } from '../../ui/form/button.tsx';
import styles from './edit-form.module.css';

type Props = {
  submit: string;
  busyLabel: string;
  busy: boolean;
  /** Whether the submit cannot be undone. If true, the submit button looks different. */
  isFinal?: boolean;
  onCancel: () => void;
};

/** The buttons at the end of a form: submit and cancel. */
export function FormButtons({ submit, busyLabel, busy, isFinal = false, onCancel }: Props) {
  return (
    <div className={styles.buttons}>
      <Button type="submit" busy={busy} busyLabel={busyLabel} className={isFinal ? styles.final : undefined}>
        {submit}
      </Button>
      <Button tone="quiet" onClick={onCancel}>
        {securityCopy.cancel}
      </Button>
    </div>
  );
}
