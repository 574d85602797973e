/**
 * The error of a failed call. `message` follows `docs/spec.md` section 7: the answer's `error`, else 'Request Failed:
 * {status}'; the first field's first message replaces both. Without a readable answer `status` is 0 and `message` is
 * '', so that callers show their own fallback.
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
