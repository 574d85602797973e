/**
 * Handles text replies of guests: keywords, which concern all texts to the number, and answers, which concern one
 * visit.
 */
import { optIn, optOut, textedVisits } from '../../deliveries/text/text-permits.ts';
import type { ReplyOutcome } from '../../../shared/copy/en/texts.ts';
import { helpText, replyText, textCommandOf } from '../../deliveries/text/text-commands.ts';
import type { InboundText } from '../../deliveries/text/twilio-inbound.ts';
import { numberHash } from '../../platform/number-hash.ts';
import { limits, consumeRateLimit } from '../../http/rate-limits.ts';
import { answered } from '../../location/rpc.ts';
import { locationById } from '../../location/stubs.ts';

/**
 * Executes the command in a text. Returns the reply; null if no reply is due, or if the hourly limit of replies is
 * reached. The provider itself confirms `stop` and `start`. An answer applies to the visit that the newest text to this
 * number was about. If this visit is over, the answer applies to the visit of the next older text, and so on. All other
 * texts are ignored.
 */
export async function answerText(
  env: Env,
  phoneHashKey: string,
  text: InboundText,
  now: number,
): Promise<string | null> {
  const reply = await execute(env, phoneHashKey, text, now);
  return reply !== null && (await mayReply(env, numberHash(phoneHashKey, text.from), now)) ? reply : null;
}

/**
 * Whether a reply may be sent. Replies need their own limits against SMS pumping, because a reply needs no permit
 * (`text-permits.ts`).
 */
async function mayReply(env: Env, hash: string, now: number): Promise<boolean> {
  const toNumber = await consumeRateLimit(env, limits.answersToNumber, hash, now);
  return toNumber.ok && (await consumeRateLimit(env, limits.answersToAll, 'all', now)).ok;
}

/** Executes the command in a text, and returns the reply without a check of the limits for replies. */
async function execute(
  env: Env,
  phoneHashKey: string,
  { id, from, body, isAnswered }: InboundText,
  now: number,
): Promise<string | null> {
  const command = textCommandOf(body);
  if (command === null) return null;
  const hash = numberHash(phoneHashKey, from);
  // An opt-out is handled before any limit, because every opt-out must be stored.
  if (command === 'stop') {
    await optOut(env.DB, hash, now);
    return null;
  }
  const within = await consumeRateLimit(env, limits.textAnswersPerNumber, hash, now);
  if (!within.ok) return null;
  if (command === 'start') {
    await optIn(env.DB, hash);
    return null;
  }
  const isNew = await consumeRateLimit(env, limits.textAnswerOnce, id, now);
  if (!isNew.ok) return null;
  const visits = await textedVisits(env.DB, hash, now);
  if (command === 'help') {
    if (isAnswered) return null;
    const [visit] = visits;
    if (visit !== undefined) return helpText(visit.language);
    const ofStrangers = await consumeRateLimit(env, limits.helpToStrangers, 'all', now);
    return ofStrangers.ok ? helpText('en') : null;
  }
  for (const { locationId, visitId, language } of visits) {
    const outcome = await answerAt(env, { locationId, visitId }, from, command);
    if (outcome !== null) return replyText(outcome, language);
  }
  return null;
}

/** Records an opt-out that the provider reported for an undelivered text. */
export async function recordOptOut(env: Env, phoneHashKey: string, to: string, now: number): Promise<void> {
  await optOut(env.DB, numberHash(phoneHashKey, to), now);
}

/** Executes an answer at the visit's location. Returns null if the visit is over, or no longer has this number. */
async function answerAt(
  env: Env,
  { locationId, visitId }: { locationId: string; visitId: string },
  from: string,
  said: 'on_my_way' | 'leave',
): Promise<ReplyOutcome | null> {
  const reply = await locationById(env, locationId)?.execute({
    kind: 'answer-by-text',
    actor: { kind: 'guest' },
    visit: { id: visitId },
    from,
    said,
  });
  const heard = reply && answered('sender', reply);
  return heard?.ok ? heard.outcome : null;
}
