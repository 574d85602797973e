/**
 * The error of a failed call. `message` follows `docs/spec.md` section 7: the first message of the first field with an
 * error, otherwise the answer's `error`, otherwise 'Request Failed: {status}'. If the page got no answer that it can
 * read, `status` is 0 and `message` is ''. Then the caller shows a text of its own.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fieldErrors: Record<string, string[]>;

  constructor(status: number, message: string, code = '', fieldErrors: Record<string, string[]> = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fieldErrors = fieldErrors;
  }
}
