/** Handles a guest's answer to a text: about all texts to the number, or about the visit of the last text. */
import { optIn, optOut, textedVisits } from '../../deliveries/text/text-permits.ts';
import type { ReplyOutcome } from '../../../shared/copy/en/texts.ts';
import { helpText, replyText, textCommandOf } from '../../deliveries/text/text-commands.ts';
import type { InboundText } from '../../deliveries/text/twilio-inbound.ts';
import { numberHash } from '../../platform/number-hash.ts';
import { limits, consumeRateLimit } from '../../http/rate-limits.ts';
import { answered } from '../../location/rpc.ts';
import { locationById } from '../../location/stubs.ts';

/**
 * Does what was asked for, and says what is sent back; null: nothing. To stop texts and to have them again is confirmed by
 * the provider itself. An answer about a visit is about the last one that this number was texted about and that is not
 * over. Whatever else is written is nobody's to read.
 */
export async function answerText(
  env: Env,
  phoneHashKey: string,
  { id, from, body, isAnswered }: InboundText,
  now: number,
): Promise<string | null> {
  const command = textCommandOf(body);
  if (command === null) return null;
  const hash = numberHash(phoneHashKey, from);
  // Before any limit: a request to stop texts always counts.
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
  if (command === 'help') return isAnswered ? null : helpText(visits[0]?.language ?? 'en');
  for (const { locationId, visitId, language } of visits) {
    const outcome = await answerAt(env, { locationId, visitId }, from, command);
    if (outcome !== null) return replyText(outcome, language);
  }
  return null;
}

/** The provider did not deliver a text because its number asked for none. */
export async function recordOptOut(env: Env, phoneHashKey: string, to: string, now: number): Promise<void> {
  await optOut(env.DB, numberHash(phoneHashKey, to), now);
}

/** Null where the visit is over, or is not this number's any more. */
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
