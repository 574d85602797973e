/** Steps that are not about one visit: settings, time, alarm, provider, database, and a crash of the object. */
import type { SettingsChange } from '../../src/shared/queue/settings.ts';
import type { ProviderState } from '../../src/shared/text/text-states.ts';
import type { AskAnswer, DeliveriesInMemory, HistoryAnswer, TextAnswer } from './deliveries-in-memory.ts';
import { same } from './invariants.ts';
import { answer, step, type Step } from './step.ts';

/** Changes a setting. A closed location refuses every change. */
export function changeSettings(change: SettingsChange): Step {
  return step(`changeSettings ${JSON.stringify(change)}`, async (reference, { queue }) => {
    const isNothing = Object.keys(change).length === 0;
    if (isNothing) return [];
    const code = await queue.execute({ kind: 'change-settings', change, actor: { kind: 'owner' } });
    same('changeSettings', code, reference.closed ? 'not_found' : null);
    if (!reference.closed) reference.set(change);
    return [];
  });
}

/** Grants the credits of a paid month. */
export function grant(customerCredits: number, smsCredits: number): Step {
  return step(`grant ${customerCredits}, ${smsCredits}`, async (reference, { queue }) => {
    reference.tries += 1;
    const revision = reference.tries;
    const news = {
      billingRevision: revision,
      creditsEndAt: reference.terms.trialEndsAt,
      grant: { customerCredits, smsCredits, revision },
      ceiling: null,
    };
    const code = await queue.execute({ kind: 'follow-billing', news, actor: { kind: 'system' } });
    same('grant', code, reference.closed ? 'location_closed' : null);
    if (!reference.closed) reference.grant(customerCredits, smsCredits);
    return [];
  });
}

export function close(): Step {
  return step('close', async (reference, { queue }) => {
    same('close', await queue.execute({ kind: 'close', actor: { kind: 'system' } }), null);
    reference.close(queue.now());
    return [];
  });
}

export function wait(ms: number): Step {
  return step(`wait ${ms}`, async (_, { queue }) => {
    queue.wait(ms);
    return [];
  });
}

/**
 * Runs the alarm. `history`: the database's answer to the next batch of history, or null if the database does not
 * answer yet.
 */
export function alarm(history: HistoryAnswer | null): Step {
  return step(`alarm, history ${history ?? 'hangs'}`, async (reference, { queue, deliveries }) => {
    await queue.fireAlarm();
    reference.alarm(queue.now());
    await deliveries?.startDrains();
    if (history !== null && deliveries !== null && deliveries.writes.length > 0)
      await deliveries.answerHistory(history);
    if (((await queue.wakesAt()) ?? Infinity) <= queue.now())
      throw new Error('the alarm left something undone');
    return [];
  });
}

export function answerText(index: number, how: TextAnswer): Step {
  const isPossible = ({ texts }: DeliveriesInMemory) => texts.length > 0;
  return answer(`provider: ${how}`, isPossible, (deliveries) => deliveries.answerText(index, how));
}

export function answerAsk(index: number, how: AskAnswer): Step {
  const isPossible = ({ asks }: DeliveriesInMemory) => asks.length > 0;
  return answer(`asked: ${how}`, isPossible, (deliveries) => deliveries.answerAsk(index, how));
}

/** The provider sends a receipt, which may repeat an earlier receipt. */
export function receipt(index: number, word: ProviderState): Step {
  const isPossible = ({ taken }: DeliveriesInMemory) => taken.length > 0;
  return answer(`receipt: ${word}`, isPossible, async (deliveries) => deliveries.receipt(index, word));
}

export function answerHistory(how: HistoryAnswer): Step {
  const isPossible = ({ writes }: DeliveriesInMemory) => writes.length > 0;
  return answer(`history: ${how}`, isPossible, (deliveries) => deliveries.answerHistory(how));
}

/** The database receives a batch of history rows that it has received before. */
export function repeatHistory(index: number): Step {
  const isPossible = ({ written }: DeliveriesInMemory) => written.length > 0;
  return answer('history: repeated', isPossible, async (deliveries) => deliveries.repeatHistory(index));
}

/** The object crashes. `areTaken`: whether the provider accepts the texts that are being sent. */
export function crash(areTaken: boolean): Step {
  return step(`crash, ${areTaken ? 'texts taken' : 'texts lost'}`, async (_, { queue, deliveries }) => {
    deliveries?.crash(areTaken);
    await queue.evict();
    return [];
  });
}

export function squeeze(): Step {
  return step('squeeze', async (_, { queue }) => {
    await queue.squeeze();
    return [];
  });
}
