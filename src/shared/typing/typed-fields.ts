/** Schemas of what people type into one field, checked by rules that say their own sentence. */
import * as z from 'zod/mini';
import { cleanLine } from './typed-text.ts';

/** A check by one of the form's rules. */
export function rule<Value>(complaintAbout: (value: Value) => string | undefined) {
  return z.check<Value>(({ value, issues }) => {
    const message = complaintAbout(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  });
}

/** One line of text, cleaned; `required` is the sentence for what is no text at all. */
export function typedLine(required: string, complaintAbout: (text: string) => string | undefined) {
  return z.pipe(z.pipe(z.string(required), z.transform(cleanLine)), z.string().check(rule(complaintAbout)));
}
