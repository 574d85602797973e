/**
 * A fake Twilio with planned faults, written from Twilio's documentation and not from our code. The fake records every
 * accepted text, even after an error or a lost answer, because the text reaches the guest's phone.
 */
import { createHmac } from 'node:crypto';

export const account = {
  accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
  authToken: 'a secret of thirty-two characters',
  messagingServiceSid: `MG${'fedcba9876543210'.repeat(2)}`,
};

/** The planned result of a call for a text. The numbers are an HTTP status and an error code of Twilio. */
export type Fault =
  | 'created'
  | readonly [status: number, code: number | null]
  | 'timed out before'
  | 'timed out after'
  | 'garbage'
  | 'slow'
  | 'connection refused';

/** What our code gets: an answer, a timeout, or a failed connection. */
export type Heard = Response | 'silence' | 'no connection';

type Message = {
  sid: string;
  to: string;
  body: string;
  status: string;
  statusCallback: string;
  validitySeconds: number;
  takenAt: number;
};

/** A signed request from the provider. */
export type Receipt = { url: string; signature: string; body: string };

const SLOW_MS = 30_000;
const RETRY_AFTER_S = 2;

export class FakeTwilio {
  readonly taken: Message[] = [];
  readonly #parameters: ReadonlySet<string>;
  readonly #now: () => number;
  /** The planned results by phone number: `next` for the next calls, and `always` for all later calls. */
  readonly #faults = new Map<string, { next: Fault[]; always: Fault }>();
  /** The texts of slow calls. The provider accepts these texts only at the time `at`. */
  #coming: { at: number; form: URLSearchParams }[] = [];
  /** Runs for each accepted text, before the answer to the call. */
  onTaken: (message: Message) => Promise<void> = () => Promise.resolve();
  /** Whether calls about texts to this number get no answer. */
  isAway: (to: string) => boolean = () => false;
  calls = 0;

  /** `parameters`: the parameters that a call for a text may have. A call with any other parameter is refused. */
  constructor(parameters: Iterable<string>, now: () => number = () => Date.now()) {
    this.#parameters = new Set(parameters);
    this.#now = now;
  }

  /**
   * Plans the results of calls for this number: first the results in `next`, in order, and then `always` for each
   * further call.
   */
  plan(to: string, next: Fault[], always: Fault = 'created'): void {
    this.#faults.set(digits(to), { next: [...next], always });
  }

  takenFor(to: string): Message[] {
    return this.taken.filter((message) => digits(message.to) === digits(to));
  }

  async answer(request: Request): Promise<Heard> {
    this.calls += 1;
    await this.tick();
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== `/2010-04-01/Accounts/${account.accountSid}/Messages.json`) return refusal(404, 20404);
    const right = `Basic ${btoa(`${account.accountSid}:${account.authToken}`)}`;
    if (request.headers.get('Authorization') !== right) return refusal(401, 20003);
    const isQuestion = request.method === 'GET';
    const form = isQuestion
      ? searchParams
      : new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    if (this.isAway(form.get('To') ?? '')) return 'silence';
    return isQuestion ? this.#list(form.get('To') ?? '') : this.#create(form);
  }

  /** Accepts the texts of slow calls that are due. */
  async tick(): Promise<void> {
    const due = this.#coming.filter(({ at }) => at <= this.#now());
    this.#coming = this.#coming.filter(({ at }) => at > this.#now());
    for (const { form } of due) await this.#take(form);
  }

  /** A receipt for this text with the provider's signature. */
  receipt({ sid, to, statusCallback }: Message, status: string, errorCode?: number): Receipt {
    const fields: Record<string, string> = {
      AccountSid: account.accountSid,
      From: '+15005550006',
      MessageSid: sid,
      MessageStatus: status,
      SmsSid: sid,
      SmsStatus: status,
      To: to,
      ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
    };
    return signed(statusCallback, fields);
  }

  /** A guest's text to our number, as the provider posts it. Two calls with the same `n` make the same text. */
  inbound(
    url: string,
    from: string,
    body: string,
    { n = 1, ...more }: { n?: number; OptOutType?: string } = {},
  ): Receipt {
    const MessageSid = `SM${n.toString(16).padStart(32, 'f')}`;
    return signed(url, {
      AccountSid: account.accountSid,
      ApiVersion: '2010-04-01',
      Body: body,
      From: from,
      MessageSid,
      MessagingServiceSid: account.messagingServiceSid,
      NumMedia: '0',
      NumSegments: '1',
      SmsSid: MessageSid,
      SmsStatus: 'received',
      To: '+15005550006',
      ...more,
    });
  }

  async #create(form: URLSearchParams): Promise<Heard> {
    const plan = this.#faults.get(digits(form.get('To') ?? ''));
    const fault = plan?.next.shift() ?? plan?.always ?? 'created';
    const wrong = this.#wrongIn(form);
    if (wrong !== null) return refusal(400, wrong);
    switch (fault) {
      case 'created':
        return json(201, messageJson(await this.#take(form)));
      case 'timed out before':
        return 'silence';
      case 'timed out after':
        await this.#take(form);
        return 'silence';
      case 'garbage':
        await this.#take(form);
        return new Response('<html>created, or so', { status: 201 });
      case 'slow':
        this.#coming.push({ at: this.#now() + SLOW_MS, form });
        return 'silence';
      case 'connection refused':
        return 'no connection';
      default: {
        const [status, code] = fault;
        return refusal(status, code);
      }
    }
  }

  #wrongIn(form: URLSearchParams): number | null {
    const unknown = [...form.keys()].some((name) => !this.#parameters.has(name));
    const validity = form.get('ValidityPeriod') ?? '36000';
    if (unknown || new Set(form.keys()).size !== [...form.keys()].length) return 20001;
    if (!/^\+?\d{6,15}$/.test(form.get('To') ?? '')) return 21211;
    if (form.get('MessagingServiceSid') !== account.messagingServiceSid) return 21701;
    if (!form.get('Body')) return 21602;
    if (!/^\d+$/.test(validity) || Number(validity) < 1 || Number(validity) > 36_000) return 90007;
    return URL.parse(form.get('StatusCallback') ?? '') === null ? 21609 : null;
  }

  async #take(form: URLSearchParams): Promise<Message> {
    const message: Message = {
      sid: `SM${(this.taken.length + 1).toString(16).padStart(32, '0')}`,
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      status: 'accepted',
      statusCallback: form.get('StatusCallback') ?? '',
      validitySeconds: Number(form.get('ValidityPeriod')),
      takenAt: this.#now(),
    };
    this.taken.push(message);
    await this.onTaken(message);
    return message;
  }

  /** The texts to this number as the provider lists them, the newest first. */
  #list(to: string): Heard {
    const messages = this.takenFor(to).toReversed().map(messageJson);
    return json(200, { messages, next_page_uri: null, page: 0, page_size: 50 });
  }
}

function signed(url: string, fields: Record<string, string>): Receipt {
  const text = Object.keys(fields)
    .toSorted()
    .reduce((sofar, name) => `${sofar}${name}${fields[name]}`, url);
  const signature = createHmac('sha1', account.authToken).update(text).digest('base64');
  return { url, signature, body: new URLSearchParams(fields).toString() };
}

/** A complete message in Twilio's format. */
function messageJson({ sid, to, body, status, takenAt }: Message) {
  const date = new Date(takenAt).toUTCString();
  return {
    account_sid: account.accountSid,
    api_version: '2010-04-01',
    body,
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: null,
    messaging_service_sid: account.messagingServiceSid,
    num_media: '0',
    num_segments: '0',
    price: null,
    price_unit: null,
    sid,
    status,
    subresource_uris: {},
    to,
    uri: `/2010-04-01/Accounts/${account.accountSid}/Messages/${sid}.json`,
  };
}

function refusal(status: number, code: number | null): Response {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  const headers = status === 429 ? { 'Retry-After': String(RETRY_AFTER_S) } : {};
  if (code === null) return new Response('Service Unavailable', { status, headers });
  return json(status, { code, message: 'What is wrong, in words', more_info, status }, headers);
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

function digits(phoneNumber: string): string {
  return phoneNumber.replace(/\D/g, '');
}
