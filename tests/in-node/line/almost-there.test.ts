/** The almost-there text: who gets it and when, what it costs, and that it is sent once. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { call } from '../../worker/support/factories.ts';
import {
  acted,
  anOwnersLocation,
  join,
  leave,
  objectOf,
  setUp,
  viewOf,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { delivered, interceptBatches } from '../../worker/support/deliveries.ts';
import {
  alarmUntil,
  moveClock,
  stopClock,
  texted,
  textsSent,
  until,
} from '../../worker/support/queue-factories.ts';

const numbers = ['+6281234567801', '+6281234567802', '+6281234567803', '+6281234567804'] as const;

/**
 * Opens a location that sends the almost-there text at the first two places, and adds four guests with these numbers to
 * the line.
 */
async function fourInLine(about: { undo?: boolean } = {}) {
  stopClock();
  const place = await anOwnersLocation({ name: 'Blue Door', trial: false });
  await setUp(place, { nearlyAt: 2, ...about });
  const guests = [];
  for (const phoneNumber of numbers) guests.push(await join(place, { ...texted, phoneNumber }));
  const [ada, budi, citra, dewi] = guests;
  if (!ada || !budi || !citra || !dewi) throw new Error('four guests');
  return { place, ada, budi, citra, dewi };
}

async function settled(place: OwnedLocation): Promise<void> {
  await delivered(objectOf(place));
}

/** The numbers that have got the almost-there text. */
async function told(): Promise<unknown[]> {
  const texts = await textsSent();
  return texts.filter(({ body }) => String(body).includes('nearly')).map(({ recipient }) => recipient);
}

test('a guest who comes up to the place is told once; whoever joined that near is not', async () => {
  const { place, ada, budi, citra } = await fourInLine();
  await settled(place);
  expect(await textsSent()).toEqual([]);
  await acted(place, ada, 'admit');
  await settled(place);
  // Citra moved up to the second place. Budi joined at the second place, so Budi gets no text.
  await until(async () => (await told()).length > 0);
  expect(await told()).toEqual([numbers[2]]);
  const [text] = (await textsSent()).filter(({ body }) => String(body).includes('nearly'));
  expect(text?.['body']).toMatch(
    /^Blue Door via Holdline: it's nearly your turn\. http:\/\/localhost:8787\/queue\/[\w-]+\?v=[\w-]{30} STOP to opt out$/,
  );
  // One credit was spent for Ada's turn text, and one for Citra's almost-there text.
  expect((await viewOf(place)).smsCredits).toBe(298);
  // Citra moves away and back, but gets no second text.
  await acted(place, citra, 'move', { position: 3 });
  await acted(place, citra, 'move', { position: 1 });
  await settled(place);
  expect((await told()).filter((number) => number === numbers[2])).toHaveLength(1);
  expect((await viewOf(place)).queue.map(({ message }) => message)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  await acted(place, budi, 'admit');
});

test('the credit comes back if the guest erases the own data before the text is sent', async () => {
  const { place, ada, citra } = await fourInLine();
  const hour = Date.now() - (Date.now() % 3_600_000);
  await env.DB.prepare(`INSERT INTO text_budgets VALUES ('country:ID', ?, 2000)`).bind(hour).run();
  await acted(place, ada, 'admit');
  await settled(place);
  expect((await viewOf(place)).smsCredits).toBe(298);
  const token = `/auth/business/${place.owner.business.username}/queue/token/${citra.queueToken}`;
  expect((await call('DELETE', token)).status).toBe(200);
  await settled(place);
  // One credit is still reserved for Ada's turn text, which is held.
  expect((await viewOf(place)).smsCredits).toBe(299);
});

test('a text whose number staff change while the database is asked is not sent, and costs nothing', async () => {
  const { place, ada, citra } = await fourInLine();
  const gate = Promise.withResolvers<void>();
  const asking = await interceptBatches(objectOf(place), 'text_opt_outs', () => gate.promise);
  // Ada stays on the premises, so she gets no text.
  await acted(place, ada, 'edit', { waitingPreference: 'on_premises' });
  await acted(place, ada, 'admit');
  await alarmUntil(objectOf(place), async () => asking.asked() === 1);
  await acted(place, citra, 'edit', { phoneNumber: '+6281234567899' });
  gate.resolve();
  await settled(place);
  asking.restore();
  expect(await textsSent()).toEqual([]);
  expect((await viewOf(place)).smsCredits).toBe(300);
});

test('by default nobody is told', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const first = await join(place, texted);
  await join(place, { ...texted, phoneNumber: numbers[1] });
  await acted(place, first, 'admit');
  await settled(place);
  expect(await told()).toEqual([]);
  expect((await viewOf(place)).smsCredits).toBe(299);
});

test('while an admit can be undone nobody is told, and nobody once it was', async () => {
  const { place, ada } = await fourInLine({ undo: true });
  await acted(place, ada, 'admit');
  await settled(place);
  expect(await told()).toEqual([]);
  await acted(place, ada, 'undo');
  moveClock(11_000);
  await settled(place);
  expect(await told()).toEqual([]);
  await acted(place, ada, 'admit');
  moveClock(11_000);
  await alarmUntil(objectOf(place), async () => (await told()).length > 0);
  expect(await told()).toEqual([numbers[2]]);
});

test('switched on later it tells those who are near by then, at the next admits', async () => {
  stopClock();
  const place = await anOwnersLocation({ name: 'Blue Door', trial: false });
  const guests = [];
  for (const phoneNumber of numbers) guests.push(await join(place, { ...texted, phoneNumber }));
  await setUp(place, { nearlyAt: 2 });
  await settled(place);
  expect(await told()).toEqual([]);
  for (const guest of guests.slice(0, 2)) await acted(place, guest, 'admit');
  await alarmUntil(objectOf(place), async () => (await told()).length === 2);
  expect(new Set(await told())).toEqual(new Set([numbers[2], numbers[3]]));
});

test('a guest alone, who joins and leaves with number after number, causes no text', async () => {
  stopClock();
  const place = await anOwnersLocation({ name: 'Blue Door', trial: false });
  await setUp(place, { nearlyAt: 1 });
  let before = await join(place, texted);
  for (let n = 0; n < 40; n += 1) {
    const next = await join(place, { ...texted, phoneNumber: `+62812${String(n).padStart(8, '0')}` });
    await leave(place, before);
    await settled(place);
    moveClock(5_000);
    before = next;
  }
  expect(await textsSent()).toEqual([]);
  expect((await viewOf(place)).smsCredits).toBe(300);
});
