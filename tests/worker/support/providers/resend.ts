/** A fake Resend as the mail provider, and a function that collects the log lines about mails. */
import { vi } from 'vitest';

export const resend = {
  EMAIL_PROVIDER: 'resend',
  EMAIL_FROM: 'mail@queue.example.com',
  RESEND_API_KEY: 're_key',
};
/** The variables for Cloudflare as the mail provider, which sends mails through a binding. */
export const cloudflare = { EMAIL_PROVIDER: 'cloudflare', EMAIL_FROM: 'mail@queue.example.com' };

export const ok = () => Response.json({ id: 'x' });
export const quota = () => Response.json({ name: 'daily_quota_exceeded' }, { status: 429 });
export const invalidMail = () => Response.json({ name: 'invalid_parameter' }, { status: 422 });

/** A fake Resend that gives these answers in order. Returns the `Idempotency-Key` and the body of each request. */
export function resendAnswers(...answers: (Response | Error)[]) {
  const keys: (string | null)[] = [];
  const bodies: Promise<unknown>[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const request = new Request(url, init);
    keys.push(request.headers.get('Idempotency-Key'));
    bodies.push(request.json());
    const answer = answers[keys.length - 1] ?? new Error('asked once too often');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return { keys, bodies };
}

export function loggedMails() {
  const spy = vi.spyOn(console, 'log').mockImplementation(() => {});
  return () => spy.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('mail_'));
}
