/** A text that somebody sent to our number, as Twilio posts it, and how it is answered (TwiML). */

/** `id` is the provider's, the same when it posts the text again; `from` in E.164. `isAnswered`: Twilio has answered this one itself (Advanced Opt-Out). */
export type InboundText = { id: string; from: string; body: string; isAnswered: boolean };

/** Null for a form that is no such text. */
export function readInbound(form: URLSearchParams): InboundText | null {
  const from = form.get('From') ?? '';
  const body = form.get('Body');
  const id = form.get('MessageSid') ?? '';
  if (!/^\+[1-9]\d{5,14}$/.test(from) || body === null || !/^(SM|MM)[0-9a-fA-F]{32}$/.test(id)) return null;
  return { id, from, body, isAnswered: form.has('OptOutType') };
}

/** The answer to Twilio: it sends `text` back, or nothing. */
export function twiml(text: string | null): string {
  const message = text === null ? '' : `<Message>${escaped(text)}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
