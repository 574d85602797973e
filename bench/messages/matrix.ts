/**
 * Combines every fault of the provider with every time at which delivery receipts can arrive. Uses real objects and
 * real time. Each combination has its own location. All combinations run in parallel.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { faultRows, receiptTimes, type FaultRow, type ReceiptTime } from '../../tests/twilio/cells.ts';
import { post, type TwilioServer } from '../../tests/twilio/twilio-server.ts';
import type { Measure } from '../queue/measures.ts';
import { admit, join, look, openLocation, type Shop } from './shop.ts';

type Cell = { shop: Shop; row: FaultRow; time: ReceiptTime; phone: string; id: string; address: string };
type Result = { taken: number; credits: number; says: string };

/**
 * Length of the holds, which is long enough for a text to become unconfirmed twice. The usual hold is twice as long.
 */
const HOLD_MS = 150_000;
/** Time after which every text has its final status: the holds are over, and all look-ups are answered. */
const SETTLED_MS = HOLD_MS + 45_000;
const CREDITS = 1_000;
/** An account may add only 30 locations in an hour, so the bench uses several shops. */
const LOCATIONS_A_SHOP = 20;

export async function measureMatrix(
  openShop: () => Promise<Shop>,
  origin: string,
  { twilio }: TwilioServer,
): Promise<Measure[]> {
  const cells: Cell[] = [];
  const shops: Shop[] = [];
  for (const row of faultRows) {
    for (const time of receiptTimes) {
      const n = cells.length;
      if (n % LOCATIONS_A_SHOP === 0) shops.push(await openShop());
      const shop = shops.at(-1);
      if (shop === undefined) throw new Error('No shop is open.');
      const address = `Matrix ${n}`;
      const phone = `+62811000${String(n).padStart(4, '0')}`;
      cells.push({ shop, row, time, phone, address, id: await openLocation(shop, address, HOLD_MS) });
      twilio.plan(phone, row.first, row.always);
    }
  }
  const early = new Set(cells.filter(({ time }) => time === 'first').map(({ phone }) => phone));
  twilio.onTaken = async (message) => {
    if (early.has(message.to)) await post(origin, twilio.receipt(message, 'delivered'));
  };
  for (const cell of cells) await admit(cell.shop, await join(cell.shop, cell, cell.phone));
  const ticking = setInterval(() => void twilio.tick(), 500);
  await sleep(SETTLED_MS);
  clearInterval(ticking);
  for (const cell of cells) await tellLate(origin, twilio, cell);
  const results = await resultsOf(shops, twilio, cells);
  for (const { client } of shops) client.close();
  return report(cells, results);
}

async function tellLate(
  origin: string,
  twilio: TwilioServer['twilio'],
  { time, phone }: Cell,
): Promise<void> {
  const statuses = {
    first: [],
    never: [],
    late: ['delivered', 'sent'],
    twice: ['sent', 'sent', 'delivered', 'delivered'],
  };
  for (const message of twilio.takenFor(phone)) {
    for (const status of statuses[time]) await post(origin, twilio.receipt(message, status));
  }
}

async function resultsOf(shops: Shop[], twilio: TwilioServer['twilio'], cells: Cell[]): Promise<Result[]> {
  const seen = new Map((await Promise.all(shops.map(look))).flatMap((locations) => [...locations]));
  return cells.map(({ id, phone }) => {
    const view = seen.get(id);
    const message = view?.admittedCustomers[0]?.message;
    const says = [message?.status, message?.error].filter(Boolean).join(' ');
    return { taken: twilio.takenFor(phone).length, credits: CREDITS - (view?.smsCredits ?? NaN), says };
  });
}

function report(cells: Cell[], results: Result[]): Measure[] {
  const found = cells.map((cell, n) => ({
    ...cell,
    ...(results[n] ?? { taken: NaN, credits: NaN, says: '' }),
  }));
  console.log('texts taken / credits spent / what the owner reads, by when the receipts come');
  for (const row of faultRows) {
    const shown = found.filter((cell) => cell.row === row);
    const words = shown.map(({ time, taken, credits, says }) => `${time}: ${taken}/${credits}/${says}`);
    console.log(`${row.name.padEnd(28)} ${words.join('   ')}`);
  }
  const wrong = (isWrong: (cell: (typeof found)[number]) => boolean) => found.filter(isWrong).length;
  const isTold = (time: ReceiptTime) => (time === 'never' ? 'sent' : 'delivered');
  return [
    { name: 'cells', value: found.length, unit: 'count', goal: { is: '=', than: 80 } },
    none(
      'cells_with_two_texts',
      wrong(({ taken }) => taken > 1),
    ),
    none(
      'cells_with_other_than_the_right_number',
      wrong(({ taken, row }) => taken !== row.taken),
    ),
    none(
      'cells_with_wrong_credits',
      wrong(({ credits, row }) => credits !== row.taken),
    ),
    none(
      'cells_without_the_right_words',
      wrong(
        ({ says, row, time }) => says !== (row.says ? `${row.says.status} ${row.says.error}` : isTold(time)),
      ),
    ),
  ];
}

function none(name: string, value: number): Measure {
  return { name, value, unit: 'count', goal: { is: '=', than: 0 } };
}
