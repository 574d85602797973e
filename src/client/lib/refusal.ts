import { requestFailed } from '../../shared/copy/request-failed.ts';
import { ApiError } from './api-error.ts';
import { isListOf, isMaybe, isShaped, isText, type Guard } from './shape.ts';

type Issues = { fieldErrors?: Record<string, string[]> };
type RefusalBody = { error?: string; code?: string; issues?: Issues };

const isLines = isListOf(isText);

const isFieldErrors: Guard<Record<string, string[]>> = (value): value is Record<string, string[]> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isLines);

const isRefusalBody = isShaped<RefusalBody>({
  error: isMaybe(isText),
  code: isMaybe(isText),
  issues: isMaybe(isShaped<Issues>({ fieldErrors: isMaybe(isFieldErrors) })),
});

/** The code of a refusal whose body said nothing: its message is ours, in English. */
export const NO_SENTENCE = 'no_sentence';

/** The error of a refused call, from whatever came as its body (`spec.md` section 7). */
export function refusal(status: number, body: unknown): ApiError {
  if (!isRefusalBody(body)) return new ApiError(status, requestFailed(status), NO_SENTENCE);
  const { error, code, issues } = body;
  const fieldErrors = issues?.fieldErrors ?? {};
  const sentence = Object.values(fieldErrors)[0]?.[0] ?? error;
  if (sentence === undefined) return new ApiError(status, requestFailed(status), NO_SENTENCE);
  return new ApiError(status, sentence, code, fieldErrors);
}
