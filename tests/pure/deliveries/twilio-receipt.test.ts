/**
 * Receipts of Twilio, which report the progress of texts. The tests compare our checks of signatures with those of
 * Twilio's own library.
 */
import * as fc from 'fast-check';
import { getExpectedTwilioSignature, validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { expect, test } from 'vitest';
import { isSignedByTwilio, readReceipt } from '../../../src/worker/deliveries/text/twilio-receipt.ts';
import { faultOf, isAboutOurAccount, progressOf } from '../../../src/worker/deliveries/text/twilio-states.ts';

const secret = 'a secret of thirty-two characters';
const address = 'https://queue.example.com/sms/status?id=0a.1b';

const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('MessageSid', 'To', 'to', 'ä'), fc.string({ minLength: 1, unit: 'binary' })),
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.array(fc.string(), { minLength: 1, maxLength: 3 })),
  { maxKeys: 12, noNullPrototype: true },
);

function formOf(values: Record<string, string | string[]>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) form.append(name, one);
  return form;
}

/** The values, encoded as a form and read back. The encoding replaces lone surrogates. */
function wellFormed(values: Record<string, string | string[]>): Record<string, string | string[]> {
  const form = formOf(values);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name);
      return [name, all.length === 1 ? (all[0] ?? '') : all];
    }),
  );
}

test('exactly the signatures of the provider’s own library are accepted', () => {
  fc.assert(
    fc.property(fields, fc.constantFrom('', ':443', ':8443'), fc.boolean(), (values, port, changed) => {
      const url = new URL(address.replace('.com', `.com${port}`));
      const sent = wellFormed(values);
      const signature = getExpectedTwilioSignature(secret, url.href, sent);
      const form = formOf(sent);
      if (changed) form.append('MessageStatus', 'delivered');
      const ours = isSignedByTwilio(secret, { signature, url, form });
      expect(ours).toBe(
        validateRequest(
          secret,
          signature,
          url.href,
          wellFormed(Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]))),
        ),
      );
      expect(ours).toBe(!changed);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['https://queue.example.com/sms/status?id=1', 'https://queue.example.com:443/sms/status?id=1'],
  ['http://queue.example.com/sms/status?id=1', 'http://queue.example.com:80/sms/status?id=1'],
  ['https://queue.example.com:8443/sms/status?id=1', 'https://queue.example.com/sms/status?id=1'],
])('the address %s may be signed as %s', (url, signed) => {
  const form = new URLSearchParams({ MessageStatus: 'sent' });
  const signature = getExpectedTwilioSignature(secret, signed, { MessageStatus: 'sent' });
  expect(isSignedByTwilio(secret, { signature, url: new URL(url), form })).toBe(true);
});

test.each(['', 'x', 'A'.repeat(28), '\u{1f511}'.repeat(28)])(
  'no other signature is taken: %s',
  (signature) => {
    const form = new URLSearchParams({ MessageStatus: 'sent' });
    expect(isSignedByTwilio(secret, { signature, url: new URL(address), form })).toBe(false);
    const right = getExpectedTwilioSignature('another secret', address, { MessageStatus: 'sent' });
    expect(isSignedByTwilio(secret, { signature: right, url: new URL(address), form })).toBe(false);
  },
);

const sid = `SM${'0a'.repeat(16)}`;

test.each([
  ['accepted', 'sent'],
  ['queued', 'sent'],
  ['sending', 'sent'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
])('the status %s is %s to us', (status, outcome) => {
  const form = new URLSearchParams({ MessageSid: sid, MessageStatus: status });
  expect(readReceipt(form)).toEqual({ outcome, providerId: sid, why: undefined });
});

test.each([
  ['30003', 'phone_off'],
  ['30005', 'number_unreachable'],
  ['30007', 'blocked'],
  ['30036', 'expired'],
  ['21610', 'opted_out'],
  ['30008', undefined],
  ['x', undefined],
])('the code %s says %s', (code, why) => {
  const form = new URLSearchParams({ MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: code });
  expect(readReceipt(form)).toEqual({ outcome: 'undelivered', providerId: sid, why });
});

test.each([
  {},
  { MessageSid: sid },
  { MessageStatus: 'sent' },
  { MessageSid: sid, MessageStatus: 'received' },
  { MessageSid: sid, MessageStatus: 'constructor' },
  { MessageSid: 'x', MessageStatus: 'sent' },
])('a form that says nothing of a text is no receipt: %o', (values) => {
  expect(readReceipt(new URLSearchParams(values))).toBeNull();
});

test('every status of the provider’s schema is handled', async () => {
  const { default: schema } = await import('../../data/twilio-messages-openapi.json', {
    with: { type: 'json' },
  });
  const inbound = ['receiving', 'received'];
  for (const status of schema.components.schemas.message_enum_status.enum) {
    expect([status, progressOf(status) === null]).toEqual([status, inbound.includes(status)]);
  }
});

test('errors of our account differ from errors of a text', () => {
  expect(isAboutOurAccount(401, null)).toBe(true);
  expect(isAboutOurAccount(404, null)).toBe(true);
  for (const code of [20003, 20005, 21606, 63038, 30002, 21703]) {
    expect([code, isAboutOurAccount(400, code)]).toEqual([code, true]);
  }
  for (const code of [21211, 21610, 21614, 20429, null]) {
    expect([code, isAboutOurAccount(400, code)]).toEqual([code, false]);
  }
  expect(faultOf(null)).toBeUndefined();
});
