/**
 * Routes of the feedback and the sales form (`docs/spec.md` sections 5 and 7; `docs/decisions/0050-forms-to-us.md`).
 */
import { Hono, type Context } from 'hono';
import {
  feedbackOf,
  feedbackRequest,
  salesInquiryOf,
  salesRequest,
  failedBotCheck,
} from '../../../shared/contracts/forms/requests.ts';
import type { FormName } from '../../../shared/contracts/forms/messages.ts';
import type { StoredDelivery } from '../../deliveries/d1-deliveries.ts';
import { insertFeedback, insertSalesInquiry } from './form-messages.ts';
import { HUMAN_TOKEN } from '../../../shared/typing/form-limits.ts';
import { sendFormMail } from './form-mail-delivery.ts';
import type { AppContext } from '../../http/context.ts';
import { log } from '../../platform/log.ts';
import { checkHuman } from '../../http/human-check.ts';
import { limits, consumeSenderLimit } from '../../http/rate-limits.ts';
import { readBody, refuse } from '../../http/answers.ts';
import { afterAnswer, clientAddressOf } from '../../http/caller.ts';

export const forms = new Hono<AppContext>()

  .post('/feedback/submit', async (c) => {
    const read = await readBody(c, feedbackRequest);
    if (!read.ok) return read.response;
    return answerForm(c, 'feedback', read.body, (now) => insertFeedback(c.env, feedbackOf(read.body), now));
  })

  .post('/sales/inquiry', async (c) => {
    const read = await readBody(c, salesRequest);
    if (!read.ok) return read.response;
    return answerForm(c, 'sales', read.body, (now) =>
      insertSalesInquiry(c.env, salesInquiryOf(read.body), now),
    );
  });

/**
 * Stores a form message, and mails it to support after the response. A form that fails a check of `failedBotCheck` is
 * not stored, but gets the same answer as a stored form. Our own page never sends a form that fails such a check.
 */
async function answerForm(
  c: Context<AppContext>,
  form: FormName,
  sent: Parameters<typeof failedBotCheck>[0] & Parameters<typeof isFromPerson>[2],
  insert: (now: number) => Promise<StoredDelivery>,
): Promise<Response> {
  const now = Date.now();
  const within = await consumeSenderLimit(c.env, limits.formPerAddress, clientAddressOf(c), now);
  if (!within.ok) return refuse(c, within);
  const check = failedBotCheck(sent);
  if (check === null && !(await isFromPerson(c, form, sent))) return refuse(c, 'not_a_person');
  if (check === null) afterAnswer(c, sendFormMail(c.env, c.var.config, await insert(now), now));
  else log({ event: 'form_bot_rejected', form, check });
  return c.json({ success: true }, 200);
}

/**
 * Asks Turnstile whether the sender is a person. If Turnstile does not answer, the message is stored, because a lost
 * message is worse than spam.
 */
async function isFromPerson(
  c: Context<AppContext>,
  form: FormName,
  { [HUMAN_TOKEN]: token }: { [HUMAN_TOKEN]?: string | undefined },
): Promise<boolean> {
  const { turnstile } = c.var.config;
  if (turnstile === null) return true;
  const verdict = await checkHuman(turnstile, token);
  if (verdict.outcome === 'unknown') log({ event: 'human_check_unavailable', form, reason: verdict.reason });
  return verdict.outcome !== 'refused';
}
