import { useState } from 'react';
import { Button, type ButtonTone } from '../../../ui/form/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { pagePath } from '../visit/path.ts';

type Props = {
  username: string;
  /** The name of the form. If scripts do not run, the form ends the visit. */
  form: 'leave' | 'cannot-come' | 'erase';
  tone: ButtonTone;
  /** The words of the button, of the heading of the confirmation, and of the button that confirms. */
  label: string;
  warning: string;
  /** The words of the button that cancels. */
  keep: string;
  onEnd: () => Promise<void>;
};

/**
 * A button that ends the guest's visit. After a press a dialog asks for confirmation and says what the guest loses.
 * Without scripts a press ends the visit at once.
 */
export function EndVisit({ username, form, tone, label, warning, keep, onEnd }: Props) {
  const [asking, setAsking] = useState(false);
  const [ending, setEnding] = useState(false);
  return (
    <>
      <form
        method="post"
        action={pagePath(username)}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <input type="hidden" name="form" value={form} />
        <Button type="submit" tone={tone} wide>
          {label}
        </Button>
      </form>
      <Dialog open={asking} onClose={() => setAsking(false)} title={label}>
        <p>{warning}</p>
        <DialogActions>
          <Button tone="primary" busy={ending} onClick={() => setAsking(false)}>
            {keep}
          </Button>
          <Button
            tone="danger"
            busy={ending}
            onClick={() => {
              setEnding(true);
              void onEnd().finally(() => setEnding(false));
            }}
          >
            {label}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
