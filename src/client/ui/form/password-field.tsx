import { useState, type ComponentProps } from 'react';
import { showTyped } from '../../../shared/copy/owner/labels.ts';
import { Icon } from '../owner-icon.tsx';
import { Field } from './field.tsx';
import style from './password-field.module.css';

type Props = Omit<ComponentProps<typeof Field>, 'children'> & {
  name: string;
  autoComplete: 'current-password' | 'new-password';
};

/** A field for a password, with a button that shows the password. */
export function PasswordField({ name, autoComplete, ...field }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <div className={style.password}>
          <input
            {...control}
            name={name}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            // HTML does not allow `autocapitalize` on a field of type `password`. Browsers never capitalize in a
            // password field.
            autoCapitalize={isShown ? 'none' : undefined}
            spellCheck={false}
          />
          <button
            type="button"
            className={style.eye}
            aria-label={showTyped}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  );
}
