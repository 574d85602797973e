import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

/** By hand: `z.record` alone would be half a kilobyte of every page. */
function isFieldErrors(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (lines) => Array.isArray(lines) && lines.every((line) => typeof line === 'string'),
  );
}

const refusalBody = z.object({
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  issues: z.optional(
    z.object({ fieldErrors: z.optional(z.custom<Record<string, string[]>>(isFieldErrors)) }),
  ),
});

/** The error of a refused call, from whatever came as its body (`spec.md` section 7). */
export function refusal(status: number, body: unknown): ApiError {
  const read = refusalBody.safeParse(body);
  if (!read.success) return new ApiError(status, `Request Failed: ${status}`);
  const { error, code, issues } = read.data;
  const fieldErrors = issues?.fieldErrors ?? {};
  const first = Object.values(fieldErrors)[0]?.[0];
  return new ApiError(status, first ?? error ?? `Request Failed: ${status}`, code, fieldErrors);
}
