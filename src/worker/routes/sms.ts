/** What the provider of texts tells us (decision 25): its receipts. Signed by it; whoever else calls is refused. */
import { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import { isSignedByTwilio, readReceipt } from '../messages/twilio-receipt.ts';
import { locationById } from '../queue/locate.ts';
import { readForm, refuse } from './answers.ts';

/** A text's name at the provider: its location's id and its own. */
const TEXT_ID = /^([0-9a-f]{64})\.([0-9a-f-]{36})$/;

export const sms = new Hono<AppContext>().post('/sms/status', async (c) => {
  const { sms, origin } = c.var.config;
  if (sms.provider !== 'twilio') return refuse(c, 'not_found');
  const read = await readForm(c);
  if (!read.ok) return read.response;
  const { pathname, search, searchParams } = new URL(c.req.url);
  // The provider signs the address that it was given, whatever stands between it and us.
  const url = new URL(pathname + search, origin);
  const signature = c.req.header('X-Twilio-Signature') ?? '';
  if (!isSignedByTwilio(sms.authToken, { signature, url, form: read.form }))
    return refuse(c, 'bad_signature');
  const said = readReceipt(read.form);
  const [, locationId, textId] = TEXT_ID.exec(searchParams.get('id') ?? '') ?? [];
  // What we do not know, or no longer, is nothing to be told again.
  if (said === null || locationId === undefined || textId === undefined)
    return c.json({ success: true }, 200);
  await locationById(c.env, locationId)?.receiveText({ textId, ...said });
  return c.json({ success: true }, 200);
});
