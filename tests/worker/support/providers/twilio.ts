import { env } from 'cloudflare:workers';
import { onTestFinished, vi } from 'vitest';
import schema from '../../../data/twilio-messages-openapi.json';
import { account, FakeTwilio, type Receipt } from '../../../twilio/fake-twilio.ts';
import { act } from '../commands.ts';
import { origin } from '../factories.ts';
import { granted, joinAs, texted, type Location } from '../queue-factories.ts';
import { forgetChecks } from '../../../../src/worker/platform/checked-config.ts';

const messages = schema.paths['/2010-04-01/Accounts/{AccountSid}/Messages.json'];
/** The parameters that Twilio's schema lists for the call that sends a text. */
const parameters = Object.keys(
  messages.post.requestBody.content['application/x-www-form-urlencoded'].schema.properties,
);

const twilioVars = {
  SMS_PROVIDER: 'twilio',
  TWILIO_API_BASE_URL: 'https://twilio.test',
  TWILIO_ACCOUNT_SID: account.accountSid,
  TWILIO_AUTH_TOKEN: account.authToken,
  TWILIO_MESSAGING_SERVICE_SID: account.messagingServiceSid,
};

/** Sends texts to a fake Twilio until the end of the test. The fake uses the stopped clock. */
export function useTwilio(): FakeTwilio {
  const twilio = new FakeTwilio(parameters);
  const before = Object.fromEntries(Object.entries(env).filter(([name]) => name in twilioVars));
  Object.assign(env, twilioVars);
  forgetChecks();
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const heard = await twilio.answer(new Request(input, init));
    // Throws the timeout error at once, so that the test does not wait.
    if (heard === 'silence') throw new DOMException('The operation timed out', 'TimeoutError');
    if (heard === 'no connection') throw new TypeError('Network connection lost.');
    return heard;
  });
  onTestFinished(() => {
    fetching.mockRestore();
    Object.assign(env, before);
    forgetChecks();
  });
  return twilio;
}

export function postReceipt(
  worker: { fetch: typeof fetch },
  receipt: Receipt,
  headers: Record<string, string> = {},
) {
  const { pathname, search } = new URL(receipt.url);
  return worker.fetch(`${origin}${pathname}${search}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
      'X-Twilio-Signature': receipt.signature,
      ...headers,
    },
    body: receipt.body,
  });
}

const phoneOf = (n: number) => `+62 812 0000 ${String(n).padStart(4, '0')}`;

/** Adds a guest with the `n`-th phone number to the line, and admits the guest. */
export async function admitTexted(location: Location, n: number): Promise<void> {
  const { customer } = await joinAs(location, { ...texted, phoneNumber: phoneOf(n) });
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
}

/** Plans this fault for the first `count` phone numbers. The plan is valid until another result is planned. */
export function planFor(twilio: FakeTwilio, count: number, fault: Parameters<FakeTwilio['plan']>[2]): void {
  for (let n = 0; n < count; n += 1) twilio.plan(phoneOf(n), [], fault);
}
