import { accountAnswer } from '../../../shared/contracts/account/view.ts';
import { renameRequest, type RenameRequest } from '../../../shared/contracts/account/account.ts';
import { securityCopy } from '../../../shared/copy/owner/security.ts';
import { MAX_BUSINESS_NAME_LENGTH } from '../../../shared/limits.ts';
import { request } from '../../lib/api.ts';
import { Disclosure } from '../../member-area/form/disclosure.tsx';
import edit from '../../member-area/form/edit-form.module.css';
import { FormButtons } from '../../member-area/form/form-buttons.tsx';
import { useMember } from '../../member-area/member-context.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/status/toast.tsx';
import cards from '../../member-area/cards.module.css';
import { Fact } from './fact.tsx';
import { useCall } from './use-call.ts';

const say = securityCopy.name;

export function NameCard() {
  const { name, username } = useMember().user;
  return (
    <Card title={say.title} subtitle={say.subtitle}>
      <Fact term={say.present} value={name} />
      <p className={cards.hint}>{say.stays(username)}</p>
      <div className={cards.actions}>
        <Disclosure label={say.change}>{(close) => <ChangeForm name={name} onClose={close} />}</Disclosure>
      </div>
    </Card>
  );
}

function ChangeForm({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useCheckedForm(renameRequest);
  const { busy, run } = useCall({ failed: say.failed, onFieldErrors: form.showServerErrors });

  async function change(body: RenameRequest): Promise<void> {
    const done = await run(() => request('PATCH', '/auth/me', { body, schema: accountAnswer }));
    if (!done) return;
    toast(say.done);
    onClose();
  }

  return (
    <CheckedForm form={form} busy={busy} className={edit.form} onTyped={(typed) => void change(typed)}>
      <Field label={say.newName} error={form.errors['name']}>
        {(control) => (
          <input
            {...control}
            name="name"
            autoComplete="organization"
            maxLength={MAX_BUSINESS_NAME_LENGTH}
            defaultValue={name}
          />
        )}
      </Field>
      <FormButtons submit={say.submit} busyLabel={say.busy} busy={busy} onCancel={onClose} />
    </CheckedForm>
  );
}
