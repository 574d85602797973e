/**
 * Plays an outage of the provider, during which a location admits 500 guests. After every second admit, another
 * location admits a guest. The provider answers for the phone numbers of this other location. So the admits of both
 * locations are timed on the same machine at the same time. Times are real but shortened: a hold lasts 2 minutes
 * instead of the usual 5 minutes, and the outage lasts 4 minutes instead of 10 minutes. The delays of the product's
 * deliveries are not shortened.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TwilioServer } from '../../tests/twilio/twilio-server.ts';
import type { JoinAnswer } from '../../src/shared/contracts/guest.ts';
import { median, quantile, type Measure } from '../queue/measures.ts';
import { admit, join, look, openLocation, type Shop } from './shop.ts';

const HOLD_MS = 120_000;
const OUTAGE_MS = 240_000;
const ADMITS = 500;
/**
 * How long the pending texts may take after the outage: the product tries the provider every 30 s, and the sending
 * needs some time.
 */
const BACK_WITHIN_MS = 40_000;
/** Time after which the last hold is over and all look-ups are answered. */
const SETTLED_MS = HOLD_MS + 60_000;
const CREDITS = 1_000;
/**
 * At least this many texts must expire during the outage, and at least this many texts must still be wanted after the
 * outage. About half of all texts should expire, and about a third should still be wanted.
 */
const LEAST_OF_EACH = 100;
/** `AWAY`: prefix of the numbers for which the provider does not answer. `WELL`: prefix of the other numbers. */
const AWAY = '+62899';
const WELL = '+62898';

type Waiting = { phone: string; guest: JoinAnswer };
type Called = Waiting & { at: number; ms: number };

export async function measureOutage(shop: Shop, { twilio }: TwilioServer): Promise<Measure[]> {
  const location = await lineOf(shop, 'Outage', AWAY, ADMITS);
  const nextDoor = await lineOf(shop, 'Next door', WELL, ADMITS / 2);
  let isAway = true;
  twilio.isAway = (to) => isAway && to.startsWith(AWAY);
  const { during, calm } = await admitEvenly(shop, location.guests, nextDoor.guests);
  isAway = false;
  const backAt = Date.now();
  await sleep(SETTLED_MS);
  const view = (await look(shop)).get(location.id);
  shop.client.close();
  const said = new Map(view?.admittedCustomers.map(({ id, message }) => [id, message]));
  const outcomes = during.map(({ phone, guest, at }) => {
    const texts = twilio.takenFor(phone);
    const message = said.get(guest.customer.id);
    const endsAt = at + HOLD_MS;
    return {
      taken: texts.length,
      isLate: texts.some(({ takenAt }) => takenAt >= endsAt),
      stillOfUse: endsAt >= backAt + BACK_WITHIN_MS,
      isSaid:
        message !== undefined && (texts.length > 0 ? message.status === 'sent' : message.status === 'failed'),
    };
  });
  const taken = outcomes.filter((outcome) => outcome.taken > 0).length;
  const count = (name: string, value: number, than = 0): Measure => ({
    name,
    value,
    unit: 'count',
    goal: { is: '=', than },
  });
  const least = (name: string, value: number): Measure => ({
    name,
    value,
    unit: 'count',
    goal: { is: '>=', than: LEAST_OF_EACH },
  });
  const times = (called: Called[]) => called.map(({ ms }) => ms);
  const inCalm = median(times(calm));
  console.log(`texts taken after the outage: ${taken} of ${during.length}, the rest given up with a reason`);
  return [
    { name: 'outage_admits', value: during.length, unit: 'count', goal: { is: '=', than: ADMITS } },
    { name: 'admit_p50_calm', value: inCalm, unit: 'ms' },
    { name: 'admit_p50_outage', value: median(times(during)), unit: 'ms' },
    { name: 'admit_p95_calm', value: quantile(times(calm), 0.95), unit: 'ms' },
    { name: 'admit_p95_outage', value: quantile(times(during), 0.95), unit: 'ms' },
    {
      name: 'admit_p50_outage_to_calm',
      value: median(times(during)) / inCalm,
      unit: 'ratio',
      goal: { is: '<=', than: 1.5 },
    },
    // Both kinds of texts must occur: texts that expired during the outage, and texts that were still wanted after the
    // outage.
    least('outage_texts_given_up', outcomes.filter((one) => one.taken === 0).length),
    least('outage_texts_of_use', outcomes.filter(({ stillOfUse }) => stillOfUse).length),
    count('outage_second_texts', outcomes.filter((outcome) => outcome.taken > 1).length),
    count('outage_texts_past_their_hold', outcomes.filter(({ isLate }) => isLate).length),
    count('outage_texts_of_use_not_sent', outcomes.filter((one) => one.stillOfUse && one.taken === 0).length),
    count('outage_texts_without_words', outcomes.filter(({ isSaid }) => !isSaid).length),
    count('outage_credits_wrong', CREDITS - (view?.smsCredits ?? NaN) - taken),
  ];
}

/**
 * Opens a location, and lets `parties` guests join its line. The phone numbers of the guests begin with the prefix
 * `numbers`.
 */
async function lineOf(shop: Shop, address: string, numbers: string, parties: number) {
  const id = await openLocation(shop, address, HOLD_MS);
  const guests: Waiting[] = [];
  for (let n = 0; n < parties; n += 1) {
    const phone = `${numbers}${String(n).padStart(7, '0')}`;
    guests.push({ phone, guest: await join(shop, { id, address }, phone) });
  }
  return { id, guests };
}

/**
 * Spreads admits evenly over the outage. After every second admission, the other location admits a guest. Returns the
 * admits of each location with their times.
 */
async function admitEvenly(shop: Shop, guests: Waiting[], nextDoor: Waiting[]) {
  const during: Called[] = [];
  const calm: Called[] = [];
  const startedAt = Date.now();
  for (const [n, waiting] of guests.entries()) {
    await sleep(Math.max(0, startedAt + (n * OUTAGE_MS) / ADMITS - Date.now()));
    during.push(await called(shop, waiting));
    const other = n % 2 === 0 ? nextDoor[n / 2] : undefined;
    if (other !== undefined) calm.push(await called(shop, other));
  }
  return { during, calm };
}

async function called(shop: Shop, { phone, guest }: Waiting): Promise<Called> {
  const at = Date.now();
  const { ms } = await admit(shop, guest);
  return { phone, guest, at, ms };
}
