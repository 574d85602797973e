import { formsCopy } from '../../../shared/copy/en/forms.ts';
import { budgets, useCases } from '../../../shared/contracts/forms/messages.ts';
import { salesForm } from '../../../shared/contracts/forms/requests.ts';
import { SALES_MESSAGE_MAX_LENGTH } from '../../../shared/typing/form-limits.ts';
import { CheckedForm } from '../../site/form/checked-form.tsx';
import { useCheckedForm } from '../../site/form/use-checked-form.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { Field } from '../../ui/form/field.tsx';
import { Consent } from './consent.tsx';
import { fieldsOf } from './fields-of.tsx';
import { FormPage, FormPart } from './form-page.tsx';
import styles from './form-page.module.css';
import { MessageField } from './message-field.tsx';
import { Honeypot } from './honeypot.tsx';
import { useMessageForm } from './use-message-form.ts';

const { both, sales: say } = formsCopy;

/** The select fields, with the defaults of the spec. */
const choices = [
  {
    name: 'useCase',
    label: say.useCase,
    chosen: 'restaurant',
    options: useCases.map((value) => ({ value, label: say.useCases[value] })),
  },
  {
    name: 'budget',
    label: say.budget,
    chosen: 'mid',
    options: budgets.map((value) => ({ value, label: say.budgets[value] })),
  },
];
const digits = { inputMode: 'numeric', autoComplete: 'off' } as const;

/** `/sales` (`docs/spec.md` sections 2, 5, 8 and 9). */
export function SalesPage() {
  usePageTitle(say.title);
  const form = useCheckedForm(salesForm);
  const { busy, send } = useMessageForm({
    path: '/sales/inquiry',
    ref: form.ref,
    say,
    onFieldErrors: form.showServerErrors,
  });
  const field = fieldsOf(form.errors);

  return (
    <FormPage title={say.title} intro={say.intro} points={say.points}>
      <CheckedForm form={form} busy={busy} className={styles.form} onTyped={(typed) => void send(typed)}>
        <FormPart title={say.yourBusiness}>
          <div className={styles.pair}>
            {field('businessName', say.businessName, { autoComplete: 'organization' })}
            {field('businessWebsite', both.optional(say.website), {
              inputMode: 'url',
              autoComplete: 'url',
              autoCapitalize: 'none',
              spellCheck: false,
            })}
          </div>
          <div className={styles.pair}>
            {choices.map(({ name, label, chosen, options }) => (
              <Field key={name} label={label} error={form.errors[name]}>
                {(control) => (
                  <select {...control} name={name} defaultValue={chosen}>
                    {options.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.label}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            ))}
          </div>
          <div className={styles.figures}>
            {field('locations', say.locations, digits)}
            {field('smsPerMonth', say.smsPerMonth, digits)}
            {field('customersPerDay', say.customersPerDay, digits)}
          </div>
          <p className={styles.unknown}>{say.unknown}</p>
        </FormPart>
        <FormPart title={say.yourNeeds}>
          {field('subject', both.subject, { autoComplete: 'off', defaultValue: say.defaultSubject })}
          <MessageField
            max={SALES_MESSAGE_MAX_LENGTH}
            tooLong={say.messageTooLong}
            error={form.errors['message']}
          />
          <Honeypot error={form.errors['link']} />
        </FormPart>
        <FormPart title={both.aboutYou}>
          {field('contactName', say.contactName, { autoComplete: 'name' })}
          <div className={styles.pair}>
            {field('workEmail', say.workEmail, { type: 'email', autoComplete: 'email' })}
            {field('phone', both.optional(both.phone), { type: 'tel', autoComplete: 'tel' })}
          </div>
        </FormPart>
        <Consent
          action="sales"
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
