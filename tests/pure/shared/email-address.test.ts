/** A mail can be sent to every address that the sign-up accepts. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emailAddress } from '../../../src/shared/contracts/account/account.ts';
import { withSafeHeaders } from '../../../src/worker/deliveries/mail/email-provider.ts';

const provider = withSafeHeaders({
  isRepeatable: true,
  send: () => Promise.resolve({ outcome: 'sent', providerId: 'x' }),
});

const awkward = Array.from('ab@.,;:<>()[]\\" \t\r\n\u200b');
const typed = fc.oneof(
  fc.emailAddress(),
  fc.string({ unit: fc.constantFrom(...awkward), minLength: 3, maxLength: 12 }),
  fc
    .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }), fc.constantFrom('@example.com', '@b'))
    .map((parts) => parts.join('')),
);

test('no address that an account takes is refused by who carries its mails', async () => {
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      const taken = z.safeParse(emailAddress('required'), text);
      if (!taken.success) return;
      const mail = { id: '1', to: taken.data, subject: 'Hello', text: 'Hello', html: 'Hello' };
      expect(await provider.send(mail)).toEqual({ outcome: 'sent', providerId: 'x' });
    }),
    { numRuns: 2_000 },
  );
});

test.each(['ada@example.com', "o'brien+queue@sub.example.co.uk", 'ąda@exämple.com', 'a_b-c.d=e@x-1.io'])(
  '%s is an address',
  (text) => {
    expect(z.safeParse(emailAddress('required'), text)).toEqual({ success: true, data: text });
  },
);
