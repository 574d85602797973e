/**
 * Webhooks of the text provider (`docs/decisions/0046-whom-a-text-reaches.md`): receipts, and text replies of
 * guests. Requests without a valid signature are refused.
 */
import { Hono, type Context } from 'hono';
import type { AppContext } from '../../http/context.ts';
import { isSignedByTwilio, readReceipt } from '../../deliveries/text/twilio-receipt.ts';
import { readInbound, twiml } from '../../deliveries/text/twilio-inbound.ts';
import { locationById } from '../../location/stubs.ts';
import { answerText, recordOptOut } from './text-answers.ts';
import { readForm, refuse } from '../../http/answers.ts';

/** The `id` in the URL of a receipt: location id and text id. */
const TEXT_ID = /^([0-9a-f]{64})\.([0-9a-f-]{36})$/;

export const sms = new Hono<AppContext>()

  .post('/sms/status', async (c) => {
    const read = await readSigned(c);
    if (!read.ok) return read.response;
    const said = readReceipt(read.form);
    const to = read.form.get('To');
    if (said?.why === 'opted_out' && to !== null)
      await recordOptOut(c.env, c.var.config.phoneHashKey, to, Date.now());
    const [, locationId, textId] = TEXT_ID.exec(c.req.query('id') ?? '') ?? [];
    // The answer for an unknown text is a success, because the provider would repeat a refused call.
    if (said === null || locationId === undefined || textId === undefined)
      return c.json({ success: true }, 200);
    await locationById(c.env, locationId)?.receiveText({ textId, ...said });
    return c.json({ success: true }, 200);
  })

  .post('/sms/inbound', async (c) => {
    const read = await readSigned(c);
    if (!read.ok) return read.response;
    const text = readInbound(read.form);
    const answer = text && (await answerText(c.env, c.var.config.phoneHashKey, text, Date.now()));
    return c.body(twiml(answer), 200, { 'Content-Type': 'text/xml; charset=utf-8' });
  });

/** Reads a form that the text provider signed; `not_found` if the configured provider is not Twilio. */
async function readSigned(c: Context<AppContext>): ReturnType<typeof readForm> {
  const { sms: provider, origin } = c.var.config;
  if (provider.provider !== 'twilio') return { ok: false, response: refuse(c, 'not_found') };
  const read = await readForm(c);
  if (!read.ok) return read;
  const { pathname, search } = new URL(c.req.url);
  // The provider signs the URL that we gave to the provider. A proxy may have changed the URL of this request.
  const url = new URL(pathname + search, origin);
  const signature = c.req.header('X-Twilio-Signature') ?? '';
  if (isSignedByTwilio(provider.authToken, { signature, url, form: read.form })) return read;
  return { ok: false, response: refuse(c, 'bad_signature') };
}
