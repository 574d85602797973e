import { expect, test } from 'vitest';
import { mailboxOf } from '../../../src/worker/deliveries/mail/mailbox.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['ADA@Example.COM', 'ada@example.com'],
  ['ada+trial2@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['A.da@GoogleMail.com', 'ada@gmail.com'],
  // Only Gmail ignores dots: other providers may give the address with a dot to another person.
  ['a.da@example.com', 'a.da@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['ada@mail.gmail.com', 'ada@mail.gmail.com'],
])('%s leads to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
  expect(mailboxOf(mailbox)).toBe(mailbox);
});
