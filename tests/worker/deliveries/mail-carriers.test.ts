/** Mails with a real carrier: the call to Resend, and the mail binding of the local runtime. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { resetMail } from '../../../src/worker/features/account/account-mails.ts';
import { emailCloudflare } from '../../../src/worker/deliveries/mail/providers/email-cloudflare.ts';
import { newOwner, origin } from '../support/factories.ts';
import { expectComplaints } from '../support/broken.ts';
import { eventsIn } from '../support/log-lines.ts';
import { mails } from '../support/security-calls.ts';

const bound: Env & { EMAIL?: SendEmail } = env;
const binding = bound.EMAIL;
const from = 'mail@queue.example.com';
const resend = { EMAIL_PROVIDER: 'resend', EMAIL_FROM: from, RESEND_API_KEY: 're_key' };

/** Requests a password reset with these variables, and waits until the mail was sent or given up. */
async function forgot(vars: Record<string, string>): Promise<Response> {
  const { user } = await newOwner();
  const context = createExecutionContext();
  const request = new Request(`${origin}/auth/forgot-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: user.email }),
  });
  const response = await createApp().fetch(request, { ...env, ...vars }, context);
  await waitOnExecutionContext(context);
  return response;
}

test('a mail goes to the configured carrier, and none to the outbox', async () => {
  const asked: Request[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    asked.push(new Request(url, init));
    return Promise.resolve(Response.json({ id: 'x' }));
  });
  const response = await forgot({ ...resend, RESEND_API_BASE_URL: 'https://mails.example.com/v1/' });
  expect(response.status).toBe(200);
  expect(asked.map(({ method, url }) => [method, url])).toEqual([
    ['POST', 'https://mails.example.com/v1/emails'],
  ]);
  expect(asked[0]?.headers.get('Idempotency-Key')).toMatch(/^[\da-f-]{36}$/);
  expect(await asked[0]?.json()).toMatchObject({
    from: `Holdline <${from}>`,
    to: [expect.stringMatching(/^owner-\d+@example\.com$/)],
    subject: 'Reset your Holdline password',
    text: expect.stringMatching(/\/reset\?token=[\w-]{43}\n/),
  });
  expect(await mails()).toEqual([]);
});

test('a carrier that refuses our account is an alarm, without the address', async () => {
  const complaints = expectComplaints();
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json({ name: 'invalid_api_key', message: 'owner-1@example.com' }, { status: 403 }),
  );
  expect((await forgot(resend)).status).toBe(200);
  const reason = 'http_403_invalid_api_key';
  expect(eventsIn(complaints())).toEqual([{ event: 'mail_account_refused', reason }]);
  const said = lines.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('mail_'));
  expect(eventsIn(said)).toEqual([
    { event: 'mail_not_sent', kind: 'password_reset', outcome: 'later', reason },
  ]);
});

test('a configuration that needs the binding serves nothing without it', async () => {
  const complaints = expectComplaints();
  const vars = { EMAIL_PROVIDER: 'cloudflare', EMAIL_FROM: from };
  const { EMAIL: _, ...unbound } = bound;
  const request = new Request(`${origin}/healthz`);
  const response = await createApp().fetch(request, { ...unbound, ...vars }, createExecutionContext());
  expect(response.status).toBe(503);
  expect(complaints()).toEqual([expect.stringContaining('needs the binding EMAIL of wrangler.toml')]);
});

test('the runtime’s binding takes our mail and names it', async () => {
  if (binding === undefined) throw new Error('vitest.config.ts binds EMAIL');
  const email = { id: '1', to: 'ada@example.com', ...resetMail(origin, 'tok-en_1') };
  expect(await emailCloudflare(binding, from).send(email)).toEqual({
    outcome: 'sent',
    providerId: expect.stringMatching(/^<[\w-]+@queue\.example\.com>$/),
  });
});

test('a mail goes out by the binding where that is configured', async () => {
  const vars = { EMAIL_PROVIDER: 'cloudflare', EMAIL_FROM: from };
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect((await forgot(vars)).status).toBe(200);
  expect(lines.mock.calls.filter(([line]) => String(line).includes('mail_not_sent'))).toEqual([]);
  expect(await mails()).toEqual([]);
});
