/**
 * A call that did not succeed. `message` follows `docs/spec.md` section 7: the answer's `error`, else 'Request Failed:
 * {status}', replaced by the first message of the first field where there is one. When no answer came (or none that
 * could be read) `status` is 0 and `message` is '': callers show their own fallback.
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
