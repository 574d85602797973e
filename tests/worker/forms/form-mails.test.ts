/** Mails to support about messages of the forms. An accepted message is mailed even if the first try fails. */
import { env } from 'cloudflare:workers';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { sweepFormMails } from '../../../src/worker/features/forms/sweep.ts';
import { limits, consumeRateLimit } from '../../../src/worker/http/rate-limits.ts';
import { aFeedbackForm, aSalesForm } from '../../support/form-factories.ts';
import { brokenDatabase, expectComplaints } from '../support/broken.ts';
import { origin, read } from '../support/factories.ts';
import { countRows, mails, stopTheClock, success } from '../support/security-calls.ts';
import {
  resendAnswers,
  resend,
  cloudflare,
  ok,
  quota,
  loggedMails,
  invalidMail,
} from '../support/providers/resend.ts';

const HOUR_MS = 3_600_000;

/** Sends a form with these bindings, and waits for the work that follows the answer. */
async function send(bindings: object, path = '/feedback/submit') {
  const context = createExecutionContext();
  const body = path === '/sales/inquiry' ? aSalesForm() : aFeedbackForm();
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await read(await createApp().fetch(request, { ...env, ...bindings }, context));
  await waitOnExecutionContext(context);
  return answer;
}

function sweep(bindings: object = {}): Promise<void> {
  return sweepFormMails({ ...env, ...bindings }, Date.now());
}

test.each([
  ['/feedback/submit', 'ada@example.com', 'Feedback #1: Bug, medium severity'],
  ['/sales/inquiry', 'grace@blue-door.example', 'Sales inquiry #1: Restaurant'],
])('%s mails support once, and an answer goes to the sender', async (path, sender, subject) => {
  const clock = stopTheClock();
  const { keys, bodies } = resendAnswers(ok());
  expect(await send(resend, path)).toEqual(success);
  expect(keys).toHaveLength(1);
  expect(await bodies[0]).toMatchObject({
    to: ['support@holdline.example'],
    reply_to: sender,
    subject,
    text: expect.stringContaining(`${origin}/admin\n`),
  });
  expect(await countRows('deliveries')).toBe(0);
  clock.forward(HOUR_MS);
  await sweep(resend);
  expect(keys).toHaveLength(1);
});

test('while the carrier refuses our account forms are accepted, and the same mails go out later', async () => {
  const clock = stopTheClock();
  const complaints = expectComplaints();
  const { keys, bodies } = resendAnswers(quota(), quota(), quota(), ok(), ok());
  expect(await send(resend)).toEqual(success);
  expect(await send(resend, '/sales/inquiry')).toEqual(success);
  // After a failed try, no sweep sends the mail for half an hour.
  clock.forward(HOUR_MS / 2 - 1);
  await sweep(resend);
  expect(keys).toHaveLength(2);
  clock.forward(1);
  await sweep(resend);
  expect(keys).toHaveLength(3);
  clock.forward(HOUR_MS);
  await sweep(resend);
  expect(await countRows('deliveries')).toBe(0);
  const sent = await Promise.all(bodies);
  expect(new Set(keys).size).toBe(2);
  expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(2);
  expect(complaints()).toHaveLength(3);
});

test('cut off after the answer, the next sweep mails it', async () => {
  const clock = stopTheClock();
  const complaints = expectComplaints();
  const cutOff = brokenDatabase('gone', (sql) => sql.includes('limit_windows'));
  expect(await send(cutOff)).toEqual(success);
  expect(complaints()).toHaveLength(1);
  expect([await mails(), await countRows('deliveries')]).toEqual([[], 1]);
  clock.forward(HOUR_MS);
  await Promise.all([sweep(), sweep(), sweep()]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Feedback #1: Bug, medium severity']);
  expect(await countRows('deliveries')).toBe(0);
});

test('a mail that may have been sent is tried three times, each logged, then given up; its message stays', async () => {
  const clock = stopTheClock();
  const said = loggedMails();
  const failing = { send: () => Promise.reject(Object.assign(new Error(''), { code: 'E_DELIVERY_FAILED' })) };
  const away = { ...cloudflare, EMAIL: failing };
  expect(await send(away)).toEqual(success);
  for (let hour = 1; hour <= 3; hour += 1) {
    clock.forward(HOUR_MS);
    await sweep(away);
  }
  const open = {
    event: 'mail_not_sent',
    kind: 'form_message',
    outcome: 'unknown',
    reason: 'E_DELIVERY_FAILED',
  };
  const lines = said().map((line) => JSON.parse(line) as unknown);
  expect(lines).toMatchObject([open, open, open]);
  expect([await countRows('deliveries'), await countRows('feedback_messages')]).toEqual([0, 1]);
});

test('a mail that is refused for good is not tried again, and its message stays', async () => {
  const clock = stopTheClock();
  const said = loggedMails();
  const { keys } = resendAnswers(invalidMail());
  expect(await send(resend)).toEqual(success);
  clock.forward(HOUR_MS);
  await sweep(resend);
  expect(keys).toHaveLength(1);
  expect(said()).toEqual([expect.stringContaining('"outcome":"refused"')]);
  expect([await countRows('deliveries'), await countRows('feedback_messages')]).toEqual([0, 1]);
});

test('after three mails with unknown result the carrier is not called until the next hour', async () => {
  const clock = stopTheClock();
  const complaints = expectComplaints();
  loggedMails();
  const failing = {
    send: vi.fn<() => Promise<never>>(() =>
      Promise.reject(Object.assign(new Error(''), { code: 'E_DELIVERY_FAILED' })),
    ),
  };
  resendAnswers(quota(), quota(), quota(), quota(), quota());
  for (let n = 1; n <= 5; n += 1) await send(resend);
  expect(complaints()).toHaveLength(5);
  clock.forward(HOUR_MS);
  await sweep({ ...cloudflare, EMAIL: failing });
  expect(failing.send).toHaveBeenCalledTimes(3);
});

test('sixty mails an hour: beyond them forms are taken and their mails wait', async () => {
  const clock = stopTheClock();
  for (let n = 1; n <= 59; n += 1) await consumeRateLimit(env, limits.formMails, 'everybody', Date.now());
  expect([await send({}), await send({}), await send({}, '/sales/inquiry')]).toEqual([
    success,
    success,
    success,
  ]);
  expect([(await mails()).length, await countRows('deliveries')]).toEqual([1, 2]);
  clock.forward(HOUR_MS);
  await sweep();
  expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
    'Feedback #1: Bug, medium severity',
    'Feedback #2: Bug, medium severity',
    'Sales inquiry #1: Restaurant',
  ]);
  expect(await countRows('deliveries')).toBe(0);
});
