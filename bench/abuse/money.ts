/**
 * Four attacks that cost money: trial accounts use up the budget of all trials, one phone opens several trials, a
 * stolen account sends texts for an hour, and an account sends texts to an expensive country.
 */
import * as z from 'zod/mini';
import type { ClockRuntime } from '../billing/clock-runtime.ts';
import type { HttpClient } from '../queue/http-client.ts';
import type { Measure } from '../queue/measures.ts';
import type { Moment } from './attacks.ts';
import { act, change, CREDITS, join, joinedBy, look, openShop, prove, reopen, type Shop } from './shops.ts';

/** The number of texts that one account, and all trials together, may send in an hour of this run. */
export const ACCOUNT_BUDGET = 60;
export const TRIALS_BUDGET = 60;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOARDERS = 6;
const REAL_TRIALS = 4;
/** The number of texts that one trial may send in an hour: a twentieth of `TRIALS_BUDGET`. */
const TEXTS_OF_A_TRIAL = 3;
const STOLEN_TEXTS = 180;
const ABROAD = 10;
/** Number of SMS credits that a text to Tunisia costs (`text-prices.ts`). */
const CREDITS_ABROAD = 8;
const OWNERS_OF_ONE_PHONE = 3;
const TRIALS_OF_ONE_PHONE = 2;

/** A shop, and the phone numbers of the guests whom the shop admitted. */
type Caller = { shop: Shop; numbers: Set<string> };

export type MoneyPlays = { moments: Moment[]; measures: () => Promise<Measure[]> };

/** `first` is the number of the first shop. */
export async function moneyPlays(
  on: ClockRuntime,
  client: HttpClient,
  { now, first }: { now: number; first: number },
): Promise<MoneyPlays> {
  let opened = first;
  const callers = async (count: number, standing: 'trial' | 'paying'): Promise<Caller[]> => {
    const all: Caller[] = [];
    for (let n = 0; n < count; n += 1, opened += 1)
      all.push({ shop: await openShop(on, client, opened, { now, standing }), numbers: new Set() });
    return all;
  };
  const hoarders = await callers(HOARDERS, 'trial');
  const trials = await callers(REAL_TRIALS, 'trial');
  const [stolen, exporter] = await callers(2, 'paying');
  const owners = await callers(OWNERS_OF_ONE_PHONE, 'trial');
  if (stolen === undefined || exporter === undefined) throw new Error('There are no paying shops.');
  await change(client, exporter.shop, { textCountries: ['TN'] });
  await on.rows(z.unknown(), `UPDATE users SET phone_proven_at = NULL WHERE id IN (${ownersOf(owners)})`);
  let proven = 0;

  const moments = [
    ...hoarders.flatMap((hoarder, n) =>
      Array.from({ length: TEXTS_OF_A_TRIAL }, (_, text) => ({
        atMs: n * 1_000 + text * 2 * MINUTE_MS,
        happens: async () => {
          if (text > 0) await reopen(client, hoarder.shop);
          await callGuest(client, hoarder, `+62814${n}00${String(text).padStart(5, '0')}`);
        },
      })),
    ),
    ...trials.flatMap((trial, n) =>
      Array.from({ length: TEXTS_OF_A_TRIAL }, (_, text) => ({
        atMs: (20 + text) * MINUTE_MS + n * 1_000,
        happens: () => callGuest(client, trial, `+62815${n}00${String(text).padStart(5, '0')}`),
      })),
    ),
    ...Array.from({ length: STOLEN_TEXTS }, (_, n) => ({
      atMs: n * 20_000 + 7_000,
      happens: () => callGuest(client, stolen, `+62816000${String(n).padStart(5, '0')}`),
    })),
    ...Array.from({ length: ABROAD }, (_, n) => ({
      atMs: n * MINUTE_MS + 9_000,
      happens: () => callGuest(client, exporter, `+216201234${String(n).padStart(2, '0')}`),
    })),
    ...owners.map(({ shop }, n) => ({
      atMs: (30 + n) * MINUTE_MS,
      happens: async () => {
        await prove(client, shop, { phone: '+62 812 9999 0001' });
        const [code] = await on.rows(
          z.object({ body: z.string() }),
          `SELECT body FROM development_messages WHERE recipient = '+6281299990001' ORDER BY sent_at DESC LIMIT 1`,
        );
        const digits = /\d{6}/.exec(code?.body ?? '')?.[0] ?? '';
        if ((await prove(client, shop, { code: digits })) === 200) proven += 1;
      },
    })),
  ];

  return {
    moments,
    measures: () => measuresOf(on, client, { now, hoarders, trials, stolen, exporter, proven }),
  };
}

function ownersOf(callers: Caller[]): string {
  const names = callers.map(({ shop }) => `'${shop.username}'`).join(', ');
  return `SELECT user_id FROM memberships JOIN businesses ON businesses.id = business_id WHERE username IN (${names})`;
}

async function callGuest(client: HttpClient, { shop, numbers }: Caller, phoneNumber: string): Promise<void> {
  const from = `2001:db8:9${numbers.size % 10}:${numbers.size.toString(16)}::9`;
  const answer = await join(client, shop, { from, phoneNumber });
  if (answer.status !== 201) return;
  numbers.add(phoneNumber);
  await act(client, shop, joinedBy(answer).customer.id, 'admit');
}

type Played = {
  now: number;
  hoarders: Caller[];
  trials: Caller[];
  stolen: Caller;
  exporter: Caller;
  proven: number;
};

async function measuresOf(
  on: ClockRuntime,
  client: HttpClient,
  { now, hoarders, trials, stolen, exporter, proven }: Played,
): Promise<Measure[]> {
  const sent = new Set(
    (
      await on.rows(
        z.object({ number: z.string() }),
        `SELECT recipient AS number FROM development_messages
         WHERE channel = 'sms' AND subject IS NULL AND sent_at < ${now + HOUR_MS}`,
      )
    ).map(({ number }) => number),
  );
  const of = (callers: Caller[], isSent: boolean) =>
    callers.flatMap(({ numbers }) => [...numbers]).filter((number) => sent.has(number) === isSent).length;
  const { smsCredits } = await look(client, exporter.shop);
  const count = (name: string, value: number, goal: Measure['goal']): Measure => ({
    name: `abuse_${name}`,
    value,
    unit: 'count',
    ...(goal && { goal }),
  });
  return [
    count('texts_of_hoarding_accounts', of(hoarders, true), { is: '<=', than: HOARDERS * TEXTS_OF_A_TRIAL }),
    count('texts_held_of_real_trials', of(trials, false), { is: '=', than: 0 }),
    count('texts_of_real_trials', of(trials, true), { is: '=', than: REAL_TRIALS * TEXTS_OF_A_TRIAL }),
    count('trials_proven_by_one_number', proven, { is: '=', than: TRIALS_OF_ONE_PHONE }),
    count('texts_of_a_stolen_account', of([stolen], true), { is: '<=', than: ACCOUNT_BUDGET }),
    count('credits_of_ten_texts_abroad', CREDITS - smsCredits, { is: '=', than: ABROAD * CREDITS_ABROAD }),
  ];
}
