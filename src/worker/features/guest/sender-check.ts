/** Joins with checks of the sender: the bot check, and the limit of the sender's joins at all businesses. */
import type { Context } from 'hono';
import type { HumanCheck } from '../../../shared/queue/commands.ts';
import { refused } from '../../../shared/queue/decision.ts';
import type { AppContext } from '../../http/context.ts';
import { countJoin, networkHashes, withinJoinsOfSender } from '../../http/flood-shield.ts';
import { checkHuman } from '../../http/human-check.ts';
import type { Joined, Result } from '../../location/rpc.ts';
import { clientAddress } from '../../platform/client-address.ts';
import { log } from '../../platform/log.ts';
import { joinByGuest, type AskedJoin } from './guest-commands.ts';

const RETRY_AFTER_SECONDS = 60;

/**
 * Joins the guest if the sender is within the limits for senders. The location also checks its own limits
 * (`queue/rules/senders.ts`). `token`: the token of Turnstile's widget; undefined if the page has not shown the widget.
 */
export async function joinBySender(
  c: Context<AppContext>,
  token: string | undefined,
  asked: Omit<AskedJoin, 'sender' | 'humanCheck'>,
): Promise<Result<Joined>> {
  const config = c.get('config');
  const humanCheck = await humanCheckOf(c, token);
  const isChecked = humanCheck === 'passed';
  const sender = clientAddress(c.req.raw, config);
  const networks = networkHashes(sender, config);
  if (!(await withinJoinsOfSender(c.env, networks, { isChecked })))
    return humanCheck === 'possible' ? refused('human_check') : refused('sender_limit', RETRY_AFTER_SECONDS);
  const joined = await joinByGuest(c.env, { ...asked, sender, humanCheck });
  if (joined.ok && !joined.resumed) countJoin(networks, joined.answer.customer.id);
  return joined;
}

/**
 * The outcome of the bot check. If Turnstile rejects the token or does not answer, the limits for joins without a check
 * apply.
 */
async function humanCheckOf(c: Context<AppContext>, token: string | undefined): Promise<HumanCheck> {
  const { turnstile } = c.get('config');
  if (turnstile === null) return 'off';
  if (token === undefined) return 'possible';
  const verdict = await checkHuman(turnstile, token);
  if (verdict.outcome === 'unknown')
    log({ event: 'human_check_unavailable', form: 'join', reason: verdict.reason });
  return verdict.outcome === 'passed' ? 'passed' : 'off';
}
