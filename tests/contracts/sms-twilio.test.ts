/**
 * Our calls to Twilio are validated against the schema that Twilio publishes, and our code reads every answer that this
 * schema allows.
 */
import { afterEach, expect, inject, test, vi } from 'vitest';
import { smsTwilio } from '../../src/worker/deliveries/text/providers/sms-twilio.ts';
import schema from '../data/twilio-messages-openapi.json' with { type: 'json' };
import { account } from '../twilio/fake-twilio.ts';

const provider = smsTwilio({ ...account, apiBaseUrl: inject('twilioUrl') }, 'https://queue.example.com');
const path = '/2010-04-01/Accounts/{AccountSid}/Messages.json';
const list = schema.paths[path];
const form = list.post.requestBody.content['application/x-www-form-urlencoded'].schema;
const created = Object.entries(list.post.responses[201].content['application/json'].examples);

const text = (about: { expiresAt?: number | null; to?: string } = {}) => ({
  id: `${'0a'.repeat(32)}.3f2b8a1e-8c5e-4d0e-9a53-0a4b7d5c1e2f`,
  to: '+62 812-3456 (7890)',
  body: "Blue Door Cafe: it's your turn. Please arrive within 5 minutes. https://queue.example.com/queue/a",
  expiresAt: Date.now() + 300_500,
  ...about,
});
const is = (words: string | undefined) => (body: string) =>
  body === words ? ('same' as const) : ('other' as const);
const sought = { ...text(), likeness: is(text().body), begunAt: Date.now(), notThese: [] };

/** Records the calls to the network. */
function watched() {
  return vi.spyOn(globalThis, 'fetch');
}

/** The URL and the form of the first call. */
function firstOf(calls: ReturnType<typeof watched>): { url: unknown; sent: URLSearchParams } {
  const [url, init] = calls.mock.calls[0] ?? [];
  if (!(init?.body instanceof URLSearchParams)) throw new Error('no form was sent');
  return { url, sent: init.body };
}

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return watched().mockImplementation(async () => new Response(payload, { status, headers }));
}

afterEach(() => void vi.restoreAllMocks());

test('the call for a text is one that the schema takes, and its answer one that we read', async () => {
  const calls = watched();
  expect(await provider.send(text())).toEqual({
    outcome: 'sent',
    providerId: 'SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    why: undefined,
  });
  const { url, sent } = firstOf(calls);
  expect(url).toBe(`${inject('twilioUrl')}${path.replace('{AccountSid}', account.accountSid)}`);
  expect(Object.fromEntries(sent)).toEqual({
    To: '+6281234567890',
    MessagingServiceSid: account.messagingServiceSid,
    Body: text().body,
    ValidityPeriod: '300',
    StatusCallback: `https://queue.example.com/sms/status?id=${text().id}`,
  });
});

test('the question for texts is one that the schema takes', async () => {
  expect(await provider.find(sought)).toEqual({ outcome: 'absent' });
});

test.each([
  ['no end', { expiresAt: null }, null],
  ['an end long past', { expiresAt: 0 }, '1'],
  ['an end in 999 ms', { expiresAt: Date.now() + 999 }, '1'],
  ['an end in a week', { expiresAt: Date.now() + 7 * 86_400_000 }, '36000'],
] as const)('a text with %s is valid for as long as Twilio takes', async (_, about, seconds) => {
  const calls = watched();
  expect(await provider.send(text(about))).toMatchObject({ outcome: 'sent' });
  const { sent } = firstOf(calls);
  expect(sent.get('ValidityPeriod')).toBe(seconds);
  expect(wrongInForm(form, sent)).toEqual([]);
});

test('both checks find errors: the server a bad value, the form check an unknown name', async () => {
  const badAccount = { ...account, accountSid: 'AC123', apiBaseUrl: inject('twilioUrl') };
  expect(await smsTwilio(badAccount, 'https://queue.example.com').send(text())).toMatchObject({
    outcome: 'refused',
    reason: 'status 422',
  });
  const sent = new URLSearchParams({
    To: '+62',
    ValidityPeriods: '5',
    ValidityPeriod: 'soon',
    MessagingServiceSid: 'MG1',
  });
  expect(wrongInForm(form, sent)).toEqual(['ValidityPeriods', 'ValidityPeriod', 'MessagingServiceSid']);
  expect(wrongInForm(form, new URLSearchParams({ Body: 'x' }))).toEqual(['To is missing']);
});

test.each(created)('the example "%s" of a text that was created is read as taken', async (_, { value }) => {
  answering(201, value);
  expect(await provider.send(text())).toEqual({ outcome: 'sent', providerId: value.sid, why: undefined });
});

test('a text of the schema’s example of a list is found by its words, number, service and time', async () => {
  const { value } = list.get.responses[200].content['application/json'].examples.readFullPage1;
  const [example] = value.messages;
  if (example === undefined) throw new Error('the example has no messages');
  const at = Date.parse(example.date_created);
  const { body, messaging_service_sid: messagingServiceSid, sid } = example;
  const its = smsTwilio(
    { ...account, messagingServiceSid, apiBaseUrl: 'https://twilio.test' },
    'https://a.example',
  );
  answering(200, { ...value, next_page_uri: null });
  const ask = (about: object) => its.find({ ...sought, likeness: is(body), begunAt: at, ...about });
  expect(await ask({})).toEqual({ outcome: 'sent', providerId: sid, why: undefined });
  expect(await ask({ begunAt: at + 60_000 })).toMatchObject({ outcome: 'sent' });
  expect(await ask({ begunAt: at + 60_001 })).toEqual({ outcome: 'absent' });
  expect(await ask({ likeness: is(`${body}.`) })).toEqual({ outcome: 'absent' });
  expect(await ask({ notThese: [sid] })).toEqual({ outcome: 'absent' });
  // Twilio's list has a text with similar words, so it is unknown whether Twilio accepted this text.
  const perhaps = { likeness: () => 'perhaps' };
  expect(await ask(perhaps)).toEqual({ outcome: 'unknown', reason: 'other words' });
  expect(await ask({ ...perhaps, notThese: [sid] })).toEqual({ outcome: 'absent' });
  // No outgoing text has these words, only an incoming text.
  expect(await ask({ likeness: is(value.messages[1]?.body) })).toEqual({ outcome: 'absent' });
  const other = smsTwilio({ ...account, apiBaseUrl: 'https://twilio.test' }, 'https://a.example');
  expect(await other.find({ ...sought, likeness: is(body), begunAt: at })).toEqual({ outcome: 'absent' });
});

test('a text that may be on a next page is not reported as absent', async () => {
  const { value } = list.get.responses[200].content['application/json'].examples.readFullPage1;
  const at = Date.parse(value.messages[0]?.date_created ?? '');
  answering(200, value);
  expect(await provider.find({ ...sought, begunAt: at })).toEqual({
    outcome: 'unknown',
    reason: 'too many messages',
  });
  expect(await provider.find({ ...sought, begunAt: at + 120_000 })).toEqual({ outcome: 'absent' });
});

test.each([
  [201, { sid: 'x', status: 'queued' }],
  [201, '<html>'],
  [200, ''],
  [500, { code: 20500 }],
  [503, ''],
  [302, ''],
  [408, ''],
] as const)('an answer %i %o says nothing about the text', async (status, body) => {
  answering(status, body);
  expect(await provider.send(text())).toMatchObject({ outcome: 'unknown' });
  expect(await provider.find(sought)).toMatchObject({ outcome: 'unknown' });
});

test.each([
  [{ 'Retry-After': '7' }, 7_000],
  [{}, null],
  [{ 'Retry-After': 'Sat, 21 Nov 2026 23:00:00 GMT' }, null],
  [{ 'Retry-After': '-1' }, null],
])('too many calls: later, by %o', async (headers, afterMs) => {
  answering(429, { code: 20429 }, headers);
  const later = { outcome: 'later', reason: '429 20429', afterMs };
  expect(await provider.send(text())).toEqual(later);
  expect(await provider.find(sought)).toEqual(later);
});

test.each([
  [401, { code: 20003 }, '401 20003'],
  [401, '', 'status 401'],
  [404, { code: 20404 }, '404 20404'],
  [403, { code: 20005 }, '403 20005'],
  [400, { code: 21606 }, '400 21606'],
  [429, { code: 63038 }, '429 63038'],
] as const)('an answer %i %o is about our account', async (status, body, reason) => {
  answering(status, body);
  expect(await provider.send(text())).toEqual({ outcome: 'stopped', reason });
  expect(await provider.find(sought)).toEqual({ outcome: 'stopped', reason });
});

test.each([
  [400, { code: 21211 }, '400 21211', 'number_unreachable'],
  [400, { code: 21610 }, '400 21610', 'opted_out'],
  [400, { code: 21602 }, '400 21602', undefined],
  [422, '', 'status 422', undefined],
] as const)('an answer %i %o refuses the text for good', async (status, body, reason, why) => {
  answering(status, body);
  expect(await provider.send(text())).toEqual({ outcome: 'refused', reason, why });
  expect(await provider.find(sought)).toMatchObject({ outcome: 'unknown' });
});

test('a call without an answer says nothing about the text', async () => {
  watched().mockRejectedValue(new TypeError('Network connection lost.'));
  expect(await provider.send(text())).toEqual({ outcome: 'unknown', reason: 'TypeError' });
  expect(await provider.find(sought)).toEqual({ outcome: 'unknown', reason: 'TypeError' });
});

test('a text that failed at once says why', async () => {
  const [[, { value }] = ['', { value: { sid: '' } }]] = created;
  answering(201, { ...value, status: 'failed', error_code: 30003 });
  expect(await provider.send(text())).toEqual({ outcome: 'failed', providerId: value.sid, why: 'phone_off' });
});

test('no call follows redirects, and each has a timeout', async () => {
  const calls = watched();
  await provider.send(text());
  await provider.find(sought);
  for (const [, init] of calls.mock.calls) {
    expect(init).toMatchObject({ redirect: 'manual', signal: expect.any(AbortSignal) });
  }
  expect(calls).toHaveBeenCalledTimes(2);
});

type Property = { type?: string; pattern?: string; minLength?: number; maxLength?: number; $ref?: string };
type FormSchema = { required: string[]; properties: Record<string, Property> };

/**
 * The names of unknown and invalid fields, then messages for missing fields. The mock server accepts unknown fields.
 */
function wrongInForm({ required, properties }: FormSchema, form: URLSearchParams): string[] {
  const wrong = [...form].filter(([name, value]) => !isRight(properties[name], value)).map(([name]) => name);
  const missing = required.filter((name) => !form.has(name)).map((name) => `${name} is missing`);
  return [...wrong, ...missing];
}

function isRight(property: Property | undefined, value: string): boolean {
  if (property === undefined) return false;
  const { type, pattern, minLength = 0, maxLength = Infinity } = property;
  if (type === 'integer' && !/^-?\d+$/.test(value)) return false;
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return false;
  return value.length >= minLength && value.length <= maxLength;
}
