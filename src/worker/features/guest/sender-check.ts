/** Checks the sender of a join: the bot check, and the joins of the sender at all businesses. */
import type { Context } from 'hono';
import type { HumanCheck } from '../../../shared/queue/commands.ts';
import { refused, type Refusal } from '../../../shared/queue/decision.ts';
import type { AppContext } from '../../http/context.ts';
import { withinJoinsOfSender } from '../../http/flood-shield.ts';
import { checkHuman } from '../../http/human-check.ts';
import { log } from '../../platform/log.ts';

const RETRY_AFTER_SECONDS = 60;

/**
 * The sender's bot check, or the refusal of the join. The location's own limits follow (`queue/rules/senders.ts`).
 * `token`: of Turnstile's widget; undefined if the page has not shown it.
 */
export async function checkSender(
  c: Context<AppContext>,
  token: string | undefined,
): Promise<{ ok: true; humanCheck: HumanCheck } | Refusal> {
  const humanCheck = await humanCheckOf(c, token);
  const isChecked = humanCheck === 'passed';
  if (await withinJoinsOfSender(c.env, c.var.config, c.req.raw, { isChecked }))
    return { ok: true, humanCheck };
  return humanCheck === 'possible' ? refused('human_check') : refused('sender_limit', RETRY_AFTER_SECONDS);
}

/** A check that failed, or that Turnstile did not answer, counts as no check: the limits without one hold. */
async function humanCheckOf(c: Context<AppContext>, token: string | undefined): Promise<HumanCheck> {
  const { turnstile } = c.var.config;
  if (turnstile === null) return 'off';
  if (token === undefined) return 'possible';
  const verdict = await checkHuman(turnstile, token);
  if (verdict.outcome === 'unknown')
    log({ event: 'human_check_unavailable', form: 'join', reason: verdict.reason });
  return verdict.outcome === 'passed' ? 'passed' : 'off';
}
