/**
 * The calls of the feedback and the sales form (`docs/spec.md` sections 5 and 7; `docs/decisions/0050-forms-to-us.md`).
 */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { feedbackPage, salesPage } from '../../../src/shared/contracts/admin.ts';
import { limits, consumeRateLimit } from '../../../src/worker/http/rate-limits.ts';
import { everyNth } from '../../support/naughty-strings.ts';
import { aFeedback, aFeedbackForm, anInquiry, aSalesForm } from '../../support/form-factories.ts';
import { newAdmin } from '../support/admin-calls.ts';
import { brokenDatabase, callWith, expectComplaints } from '../support/broken.ts';
import { call, read } from '../support/factories.ts';
import { eventsIn } from '../support/log-lines.ts';
import { invalid, refused } from '../support/owner-calls.ts';
import { countRows, mails, mailsSent, stopTheClock, success, tooMany } from '../support/security-calls.ts';

// Each test makes hundreds of calls, so it can take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

async function sendFeedback(about: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return read(await call('POST', '/feedback/submit', { body: aFeedbackForm(about), headers }));
}

async function sendInquiry(about: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return read(await call('POST', '/sales/inquiry', { body: aSalesForm(about), headers }));
}

async function kept() {
  const cookie = await newAdmin();
  const rows = async (path: string) => (await call('GET', path, { cookie })).json();
  return {
    feedback: feedbackPage.parse(await rows('/admin/feedback')).rows,
    sales: salesPage.parse(await rows('/admin/sales')).rows,
  };
}

async function nothingKept() {
  expect(await Promise.all(['feedback_messages', 'sales_inquiries', 'deliveries'].map(countRows))).toEqual([
    0, 0, 0,
  ]);
  expect(await mails()).toEqual([]);
}

test('feedback is kept for the admin as it was typed, and support has a mail of it', async () => {
  stopTheClock();
  expect(await sendFeedback({ phone: ' +62  812 ', message: 'It rings.\r\n\tTwice. ' })).toEqual(success);
  expect(await kept()).toEqual({
    feedback: [
      {
        ...aFeedback({ phone: '+62 812', message: 'It rings.\n  Twice.' }),
        id: 1,
        sentAt: '2026-11-21T12:00:05.000Z',
      },
    ],
    sales: [],
  });
  expect(await mailsSent(1)).toEqual([['support@holdline.example', 'Feedback #1: Bug, medium severity']]);
  expect((await mails())[0]?.body).toContain('\n> It rings.\n>   Twice.\n');
});

test('an inquiry is kept for the admin as it was typed, and support has a mail of it', async () => {
  stopTheClock();
  expect(await sendInquiry()).toEqual(success);
  expect(await kept()).toEqual({
    feedback: [],
    sales: [{ ...anInquiry(), id: 1, sentAt: '2026-11-21T12:00:05.000Z' }],
  });
  expect(await mailsSent(1)).toEqual([['support@holdline.example', 'Sales inquiry #1: Restaurant']]);
});

test('what is missing is refused field by field, and nothing is kept', async () => {
  expect(await read(await call('POST', '/feedback/submit', { body: {} }))).toEqual(
    invalid({
      feedbackType: ['Pick one of the list'],
      subject: ['Subject is required'],
      message: ['Please describe your feedback'],
      name: ['Your name is required'],
      email: ['Email is required'],
      allowContact: ['Please allow us to contact you to follow up.'],
    }),
  );
  expect(await read(await call('POST', '/sales/inquiry', { body: {} }))).toEqual(
    invalid({
      businessName: ['Business name is required'],
      useCase: ['Pick one of the list'],
      budget: ['Pick one of the list'],
      subject: ['Subject is required'],
      message: ['Please describe your needs'],
      contactName: ['Contact name is required'],
      workEmail: ['Work email is required'],
      allowContact: ['Please allow us to contact you about this request.'],
    }),
  );
  await nothingKept();
});

test.each<[Record<string, unknown>, string, string]>([
  [{ severity: '' }, 'severity', 'Pick a severity'],
  [{ message: 'x'.repeat(1201) }, 'message', 'Message exceeds 1200 characters'],
  [{ email: 'ada@' }, 'email', 'Enter a valid email'],
  [{ allowContact: false }, 'allowContact', 'Please allow us to contact you to follow up.'],
  [{ shownForMs: 'long' }, 'shownForMs', 'Please check what you entered.'],
  [{ link: 7 }, 'link', 'Please check what you entered.'],
])('feedback with %j is refused', async (about, field, sentence) => {
  expect(await sendFeedback(about)).toEqual(invalid({ [field]: [sentence] }));
  await nothingKept();
});

test.each<[Record<string, unknown>, string, string]>([
  [{ smsPerMonth: 'a few' }, 'smsPerMonth', 'Locations/SMS/Customers must be numbers'],
  [{ message: 'x'.repeat(1401) }, 'message', 'Message exceeds 1400 characters'],
  [{ workEmail: 'grace' }, 'workEmail', 'Enter a valid email'],
  [{ allowContact: null }, 'allowContact', 'Please allow us to contact you about this request.'],
])('an inquiry with %j is refused', async (about, field, sentence) => {
  expect(await sendInquiry(about)).toEqual(invalid({ [field]: [sentence] }));
  await nothingKept();
});

test.each(['/feedback/submit', '/sales/inquiry'])(
  '%s takes JSON only, and not too much of it',
  async (path) => {
    for (const body of ['', '{', 'null', '[]', '"text"', '7']) {
      const { status } = await call('POST', path, { body });
      expect([body, status]).toEqual([body, 400]);
    }
    expect(await read(await call('POST', path))).toEqual(refused('invalid_json'));
    expect(await read(await call('POST', path, { body: '{}'.padEnd(33_000) }))).toEqual(refused('too_large'));
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await read(await call('POST', path, { body: 'subject=a', headers: form }))).toEqual(
      refused('not_json'),
    );
    const foreign = { Origin: 'https://evil.example' };
    expect(await read(await call('POST', path, { body: {}, headers: foreign }))).toEqual(
      refused('bad_origin'),
    );
    await nothingKept();
  },
);

test('a form that fails a bot check is answered like any other, and not kept', async () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await sendFeedback({ link: 'https://buy.example' })).toEqual(success);
  expect(await sendFeedback({ link: '', shownForMs: 1_999 })).toEqual(success);
  expect(await sendInquiry({ link: 'x', shownForMs: 60_000 })).toEqual(success);
  expect(await sendInquiry({ shownForMs: 0 })).toEqual(success);
  await nothingKept();
  const said = lines.mock.calls
    .map(([line]) => String(line))
    .filter((line) => line.includes('form_bot_rejected'));
  expect(eventsIn(said)).toEqual([
    { event: 'form_bot_rejected', form: 'feedback', check: 'hidden_field' },
    { event: 'form_bot_rejected', form: 'feedback', check: 'too_fast' },
    { event: 'form_bot_rejected', form: 'sales', check: 'hidden_field' },
    { event: 'form_bot_rejected', form: 'sales', check: 'too_fast' },
  ]);
});

test('a form filled in over two seconds, and one of a client without bot checks, are kept', async () => {
  expect(await sendFeedback({ link: '', shownForMs: 2_000 })).toEqual(success);
  expect(await sendInquiry()).toEqual(success);
  const { feedback, sales } = await kept();
  expect([feedback.length, sales.length]).toEqual([1, 1]);
});

test('one network address sends twenty forms of either kind an hour', async () => {
  const clock = stopTheClock();
  for (let n = 1; n <= 18; n += 1)
    await consumeRateLimit(env, limits.formPerAddress, '203.0.113.7', Date.now());
  const from = { 'CF-Connecting-IP': '203.0.113.7' };
  expect(await sendFeedback({}, from)).toEqual(success);
  expect(await sendInquiry({}, from)).toEqual(success);
  expect(await sendFeedback({}, from)).toEqual(tooMany);
  expect(await sendInquiry({}, from)).toEqual(tooMany);
  expect(await sendInquiry({}, { 'CF-Connecting-IP': '203.0.113.8' })).toEqual(success);
  clock.forward(3_600_000);
  expect(await sendFeedback({}, from)).toEqual(success);
});

test('a form refused for its content does not count towards the limit', async () => {
  const from = { 'CF-Connecting-IP': '203.0.113.7' };
  for (let n = 1; n <= 25; n += 1) await sendFeedback({ email: 'ada@' }, from);
  expect(await sendFeedback({}, from)).toEqual(success);
});

test.each(['/feedback/submit', '/sales/inquiry'])('while the database is away %s says so', async (path) => {
  const body = path === '/sales/inquiry' ? aSalesForm() : aFeedbackForm();
  const locked = brokenDatabase('D1_ERROR: database is locked: SQLITE_BUSY');
  const response = await callWith(locked, 'POST', path, { body });
  expect(response.headers.get('Retry-After')).toBe('2');
  expect(await read(response)).toEqual(refused('try_again'));
  // An interrupted write may have happened, so the answer must not say that nothing was stored.
  const complaints = expectComplaints();
  const lost = brokenDatabase('D1_ERROR: Network connection lost.');
  const broken = await callWith(lost, 'POST', path, { body });
  expect(await read(broken)).toEqual(refused('internal'));
  expect(complaints()).toHaveLength(1);
  await nothingKept();
});

test('naughty strings in every field: taken as they look, or refused', async () => {
  let taken = 0;
  for (const text of everyNth(10)) {
    const words = { subject: text, message: text, businessName: text, phone: text };
    for (const answer of [
      await sendFeedback({ ...words, name: text, email: text, severity: text, feedbackType: text }),
      await sendInquiry({ ...words, contactName: text, workEmail: text, locations: text, budget: text }),
    ]) {
      expect({ text, ...answer }).toMatchObject({ text, status: 400, body: { code: 'invalid_input' } });
    }
  }
  // Only these three fields get the strings, because the other fields accept only short texts.
  for (const text of everyNth(10)) {
    const { status } = await sendFeedback({ subject: `x${text}`, message: text, businessName: text });
    if (status === 200) taken += 1;
    else expect([text, status]).toEqual([text, 400]);
  }
  expect(taken).toBeGreaterThan(45);
  expect(await countRows('feedback_messages')).toBe(taken);
  const { results } = await env.DB.prepare(
    'select subject, message, business_name from feedback_messages',
  ).all();
  for (const row of results) {
    expect(JSON.stringify(row)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\ufeff]|\\u00(?!0a)[01]/);
  }
});
