import type { Issues, RefusalBody } from '../../shared/copy/page-language.ts';
import { requestFailed } from '../../shared/copy/en/words.ts';
import { ApiError } from './api-error.ts';
import { isListOf, optional, matchesShape, isText, type Guard } from './guards.ts';

const isLines = isListOf(isText);

const isFieldErrors: Guard<Record<string, string[]>> = (value): value is Record<string, string[]> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isLines);

const isRefusalBody = matchesShape<RefusalBody>({
  error: optional(isText),
  code: optional(isText),
  issues: optional(matchesShape<Issues>({ fieldErrors: optional(isFieldErrors) })),
});

/**
 * The error code of a refusal whose body has no message. The message of this error is the English fallback; on an
 * owner's page that is not in English, the message is empty.
 */
export const NO_SENTENCE = 'no_sentence';

/**
 * Makes the error for a refused call from the body of the refusal (`docs/spec.md` section 7). If an owner's page is not
 * in English, the page translates the refusal (`shared/copy/page-language.ts`).
 */
export function refusal(status: number, body: unknown): ApiError {
  const sent = isRefusalBody(body) ? body : {};
  const { error, code, issues } = globalThis.ownerPage?.translate(sent) ?? sent;
  const fieldErrors = issues?.fieldErrors ?? {};
  const sentence = Object.values(fieldErrors)[0]?.[0] ?? error;
  if (sentence === undefined) {
    return new ApiError(status, globalThis.ownerPage ? '' : requestFailed(status), NO_SENTENCE);
  }
  return new ApiError(status, sentence, code, fieldErrors);
}
