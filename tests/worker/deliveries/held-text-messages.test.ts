/** Messages to open pages while texts are paused because the provider fails. */
import { expect, test } from 'vitest';
import type { FakeTwilio } from '../../twilio/fake-twilio.ts';
import { act } from '../support/commands.ts';
import { expectComplaints } from '../support/broken.ts';
import { delivered } from '../support/deliveries.ts';
import {
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  type Location,
} from '../support/queue-factories.ts';
import { listen, toldOwner } from '../support/sockets.ts';
import { useTwilio } from '../support/providers/twilio.ts';
import { iso } from '../../../src/shared/time/iso.ts';

const phoneOf = (n: number) => `+62 812 0000 ${String(n).padStart(4, '0')}`;

async function admitted(location: Location, n: number): Promise<void> {
  const { customer } = await joinAs(location, { ...texted, phoneNumber: phoneOf(n) });
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
}

/** Every call gets this result, until it is lifted. */
function planFor(twilio: FakeTwilio, count: number, fault: Parameters<FakeTwilio['plan']>[2]): void {
  for (let n = 0; n < count; n += 1) twilio.plan(phoneOf(n), [], fault);
}

test('pages of the owner hear that texts are held back, and that they go out again', async () => {
  const now = stopClock();
  const alarms = expectComplaints();
  const twilio = useTwilio();
  const location = await openLocation();
  const page = await listen(location, { 'x-staff-session': 'session-1' });
  const heard = async () =>
    (await toldOwner(page)).flatMap(({ texts }) => (texts === undefined ? [] : [texts]));
  planFor(twilio, 1, [404, 20404]);
  await admitted(location, 0);
  await delivered(location);
  const held = { reason: 'account', since: iso(now) };
  expect(await heard()).toContainEqual({ held });
  planFor(twilio, 1, 'created');
  moveClock(30_000);
  await delivered(location);
  expect((await heard()).at(-1)).toEqual({
    today: { day: expect.any(String), sent: 1, delivered: 0 },
  });
  expect(alarms()).toHaveLength(1);
});
