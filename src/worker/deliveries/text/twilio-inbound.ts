/** Inbound texts as Twilio posts them, and the answer to Twilio (TwiML). */

/**
 * `id` is Twilio's id of the text, which stays the same if Twilio posts the text again. `from` is in E.164.
 * `isAnswered`: Twilio has answered the text itself (Advanced Opt-Out).
 */
export type InboundText = { id: string; from: string; body: string; isAnswered: boolean };

/** Reads an inbound text from Twilio's form; null for an invalid form. */
export function readInbound(form: URLSearchParams): InboundText | null {
  const from = form.get('From') ?? '';
  const body = form.get('Body');
  const id = form.get('MessageSid') ?? '';
  if (!/^\+[1-9]\d{5,14}$/.test(from) || body === null || !/^(SM|MM)[0-9a-fA-F]{32}$/.test(id)) return null;
  return { id, from, body, isAnswered: form.has('OptOutType') };
}

/** The answer to Twilio (TwiML): Twilio sends `text` to the guest. Null: no reply. */
export function twiml(text: string | null): string {
  const message = text === null ? '' : `<Message>${escaped(text)}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
