import type { Ref } from 'react';
import { Field } from '../../../ui/form/field.tsx';
import form from '../form.module.css';
import style from './phone-field.module.css';
import { useCopy } from '../i18n.tsx';

type Props = {
  businessName: string;
  value: string;
  onChange: (typed: string) => void;
  error: string | undefined;
  /** The label of the Enter key on a phone's keyboard. */
  enterKeyHint: 'go' | 'done';
  ref: Ref<HTMLInputElement>;
  /** Whether to show the consent text. False for a number that the guest gave before. */
  asking: boolean;
};

/**
 * The phone number field with the consent text: who sends texts, why, and how to stop them
 * (`docs/decisions/0042-link-language-consent.md`).
 */
export function PhoneField({ businessName, value, onChange, error, enterKeyHint, ref, asking }: Props) {
  const say = useCopy().preference;
  return (
    <div className={style.phone}>
      <Field label={say.phone} hint={say.phoneHint} error={error}>
        {(control) => (
          <input
            {...control}
            ref={ref}
            name="phoneNumber"
            type="tel"
            dir="ltr"
            required
            autoComplete="tel"
            enterKeyHint={enterKeyHint}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      {asking && (
        <p className={form.small}>
          {say.consent(businessName)} <a href="/terms">{say.consentLinks.terms}</a>{' '}
          <a href="/policy">{say.consentLinks.privacy}</a>
        </p>
      )}
    </div>
  );
}
