/** Calls to one line at the same time: each call takes effect once, and no change is lost. */
import { expect, test } from 'vitest';
import { delivered } from '../support/deliveries.ts';
import {
  act,
  acted,
  anOwnersLocation,
  join,
  joinNamed,
  leave,
  lineOf,
  objectOf,
  refused,
  statusOf,
  tryToJoin,
  viewOf,
  type Answer,
} from '../support/owner-calls.ts';
import { historyRows, texted, textsSent } from '../support/queue-factories.ts';

/** The number of answers by outcome. The outcome is 'ok', or the status and code of a refusal. */
function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status < 300 ? 'ok' : `${status} ${String(JSON.parse(JSON.stringify(body)).code)}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

test('twenty admits of one guest at once: one admission, one text, one credit', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place, texted);
  const answers = await Promise.all(Array.from({ length: 20 }, () => act(place, guest.customer.id, 'admit')));
  expect(tally(answers)).toEqual({ ok: 1, '409 already_admitted': 19 });
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(1);
  expect(await historyRows()).toMatchObject([{ outcome: 'admitted', revision: 1 }]);
  expect(await viewOf(place)).toMatchObject({ customerCredits: 299, smsCredits: 299, queue: [] });
});

test('of an admit, a leave and a remove at once the first decides, and the balances follow', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 15; round += 1) {
    const place = await anOwnersLocation();
    // A number gets at most three texts a day, so each round uses another number.
    const guest = await join(place, { ...texted, phoneNumber: `+628123456${1000 + round}` });
    const contenders = {
      admitted: () => act(place, guest.customer.id, 'admit'),
      left: () => leave(place, guest),
      removed: () => act(place, guest.customer.id, 'remove'),
    };
    // Each round begins with another call than the round before.
    const order = Object.entries(contenders);
    for (let turn = 0; turn < round % 3; turn += 1) order.push(...order.splice(0, 1));
    const answers = await Promise.all(order.map(([, contend]) => contend()));
    const winners = order.filter((_, n) => answers[n]?.status === 200).map(([status]) => status);
    // The guest does not see a removal at once, so the guest may leave after the removal.
    const winner = winners.includes('left') ? 'left' : 'admitted';
    expect(winners.filter((status) => status !== 'removed')).toEqual([winner]);
    if (winner === 'admitted') expect(winners).toEqual([winner]);
    outcomes.add(winner);
    const lost = winner === 'admitted' ? 'already_admitted' : 'not_waiting';
    for (const answer of answers) if (answer.status !== 200) expect(answer).toEqual(refused(lost));
    await delivered(objectOf(place));
    expect(await statusOf(place, guest)).toMatchObject({ status: winner });
    const spent = winner === 'admitted' ? 1 : 0;
    expect(await viewOf(place)).toMatchObject({
      queue: [],
      customerCredits: 300 - spent,
      smsCredits: 300 - spent,
    });
    const rows = (await historyRows()).filter((row) => row['visit_id'] === guest.customer.id);
    expect(rows).toMatchObject([{ outcome: winner, revision: winners.length }]);
  }
  expect(outcomes.size).toBeGreaterThan(1);
});

test('fifty joins for the last ten credits: ten get in', async () => {
  const place = await anOwnersLocation({ baseCustomerCredits: 10 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => tryToJoin(place)));
  expect(tally(answers)).toEqual({ ok: 10, '402 no_credits': 40 });
  const { queue, customerCredits } = await viewOf(place);
  expect(customerCredits).toBe(0);
  expect(queue.map(({ position }) => position)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
  expect(new Set(queue.map(({ joinedAt }) => joinedAt)).size).toBe(10);
});

test('ten admits with three SMS credits left: three texts, never less than none', async () => {
  const place = await anOwnersLocation({ baseSmsCredits: 3 });
  const guests: Awaited<ReturnType<typeof join>>[] = [];
  for (let n = 0; n < 10; n += 1)
    guests.push(await join(place, { ...texted, phoneNumber: `+62 812 0000 00${n}` }));
  const answers = await Promise.all(guests.map((guest) => act(place, guest.customer.id, 'admit')));
  expect(tally(answers)).toEqual({ ok: 10 });
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(3);
  const { smsCredits, admittedCustomers } = await viewOf(place);
  expect(smsCredits).toBe(0);
  expect(admittedCustomers.filter(({ message }) => message?.error === 'no_sms_credits')).toHaveLength(7);
});

test('twenty put-backs of one guest at once: one, and then one more admission', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place, texted);
  await acted(place, guest, 'admit');
  const back = await Promise.all(Array.from({ length: 20 }, () => act(place, guest.customer.id, 'put-back')));
  expect(tally(back)).toEqual({ ok: 1, '409 not_admitted': 19 });
  const again = await Promise.all(Array.from({ length: 20 }, () => act(place, guest.customer.id, 'admit')));
  expect(tally(again)).toEqual({ ok: 1, '409 already_admitted': 19 });
  expect((await viewOf(place)).customerCredits).toBe(299);
});

test('moves of everybody to the front at once leave a line without gaps, each guest once', async () => {
  const place = await anOwnersLocation();
  const names = ['Ada', 'Budi', 'Cleo', 'Dewi', 'Eka', 'Fitri'];
  const guests: Awaited<ReturnType<typeof join>>[] = [];
  for (const name of names) guests.push(await joinNamed(place, name));
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      guests.map((guest, n) => act(place, guest.customer.id, 'move', { position: ((n + round) % 3) + 1 })),
    );
    expect(tally(answers)).toEqual({ ok: names.length });
  }
  expect((await lineOf(place)).toSorted()).toEqual(names);
  const { queue } = await viewOf(place);
  expect(queue.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const guest of guests) {
    const { position } = await statusOf(place, guest);
    expect(queue[position - 1]?.id).toBe(guest.customer.id);
  }
});
