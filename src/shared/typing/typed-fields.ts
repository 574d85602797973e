/** Schemas of fields that people type. Each rule of a field has its own error message. */
import * as z from 'zod/mini';
import { cleanLine } from './typed-text.ts';

/**
 * Converts a rule into a schema check. After an error in one field the checks of the whole object still run, so that
 * the result contains all errors.
 */
export function rule<Value>(complaintAbout: (value: Value) => string | undefined) {
  return z.check<Value>(({ value, issues }) => {
    const message = complaintAbout(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value, continue: true });
  });
}

/** One line of text, cleaned. `required` is the error message for a value that is no string. */
export function typedLine(required: string, complaintAbout: (text: string) => string | undefined) {
  return z.pipe(z.pipe(z.string(required), z.transform(cleanLine)), z.string().check(rule(complaintAbout)));
}
