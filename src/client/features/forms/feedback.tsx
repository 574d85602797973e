import { useState } from 'react';
import { formsCopy } from '../../../shared/copy/en/forms.ts';
import { feedbackTypes, severities, type Feedback } from '../../../shared/contracts/forms/messages.ts';
import { feedbackForm, hasSeverity } from '../../../shared/contracts/forms/requests.ts';
import { FEEDBACK_MESSAGE_MAX_LENGTH } from '../../../shared/typing/form-limits.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { Consent } from './consent.tsx';
import { fieldsOf } from './fields-of.tsx';
import { FormPage, FormPart } from './form-page.tsx';
import styles from './form-page.module.css';
import { MessageField } from './message-field.tsx';
import { Honeypot } from './honeypot.tsx';
import { useMessageForm } from './use-message-form.ts';

const { both, feedback: say } = formsCopy;

const typeOptions = feedbackTypes.map((value) => ({ value, label: say.types[value] }));
const severityOptions = severities.map((value) => ({ value, label: say.severities[value] }));

/** `/feedback` (`docs/spec.md` sections 2, 5, 8 and 9). */
export function FeedbackPage() {
  usePageTitle(say.title);
  const form = useCheckedForm(feedbackForm);
  const { busy, send } = useMessageForm({
    path: '/feedback/submit',
    ref: form.ref,
    say,
    onFieldErrors: form.showServerErrors,
  });
  const [type, setType] = useState<Feedback['feedbackType']>('bug');
  const [severity, setSeverity] = useState<(typeof severities)[number]>('medium');
  const field = fieldsOf(form.errors);

  return (
    <FormPage title={say.title} intro={say.intro} points={say.points}>
      <CheckedForm form={form} busy={busy} className={styles.form} onTyped={(typed) => void send(typed)}>
        <FormPart title={say.yourMessage}>
          <RadioGroup
            legend={say.type}
            name="feedbackType"
            options={typeOptions}
            chosen={type}
            onChoose={setType}
            error={form.errors['feedbackType']}
          />
          {hasSeverity(type) && (
            <RadioGroup
              legend={say.severity}
              name="severity"
              options={severityOptions}
              chosen={severity}
              onChoose={setSeverity}
              error={form.errors['severity']}
            />
          )}
          {field('subject', both.subject, { autoComplete: 'off' })}
          <MessageField
            max={FEEDBACK_MESSAGE_MAX_LENGTH}
            tooLong={say.messageTooLong}
            error={form.errors['message']}
          />
          <Honeypot error={form.errors['link']} />
        </FormPart>
        <FormPart title={both.aboutYou}>
          <div className={styles.pair}>
            {field('name', say.name, { autoComplete: 'name' })}
            {field('email', say.email, { type: 'email', autoComplete: 'email' })}
          </div>
          <div className={styles.pair}>
            {field('businessName', both.optional(say.businessName), { autoComplete: 'organization' })}
            {field('phone', both.optional(both.phone), { type: 'tel', autoComplete: 'tel' })}
          </div>
        </FormPart>
        <Consent
          action="feedback"
          label={say.allowContact}
          required={say.contactRequired}
          submit={say.submit}
          busy={busy}
          error={form.errors['allowContact']}
        />
      </CheckedForm>
    </FormPage>
  );
}
