import { useEffect, useId, useRef, useState } from 'react';
import { formsCopy } from '../../../shared/copy/en/forms.ts';
import { charactersOf, cleanText } from '../../../shared/typing/typed-message.ts';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/form/field.tsx';
import styles from './form-page.module.css';

const say = formsCopy.both;

/** Screen readers announce the counter when the number of remaining characters reaches one of these numbers. */
const TOLD_LEFT = [100, 50, 20, 10, 0];

type Props = {
  max: number;
  /** The error that is shown while the text is too long. */
  tooLong: string;
  error: string | undefined;
};

/** The message field with a counter. The text may exceed the limit, so that pasted text is never cut. */
export function MessageField({ max, tooLong, error }: Props) {
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  // Counts the characters that were typed before hydration.
  useEffect(() => setLength(lengthOf(text.current?.value ?? '')), []);
  const left = max - length;
  const toldLeft = TOLD_LEFT.findLast((mark) => mark >= left);
  return (
    <Field label={say.message} error={error}>
      {(control) => (
        <>
          <textarea
            {...control}
            ref={text}
            className={classes(control.className, styles.message)}
            name="message"
            rows={6}
            dir="auto"
            onChange={(event) => setLength(lengthOf(event.target.value))}
            aria-describedby={[control['aria-describedby'], `${id}-counter`].filter(Boolean).join(' ')}
          />
          <p id={`${id}-counter`} className={styles.counter} data-over={left < 0 || undefined}>
            {say.counter(length, max)}
          </p>
          <p className="sr" role="status">
            {left < 0 && tooLong}
            {left >= 0 && toldLeft !== undefined && say.charactersLeft(toldLeft)}
          </p>
        </>
      )}
    </Field>
  );
}

function lengthOf(typed: string): number {
  return charactersOf(cleanText(typed));
}
