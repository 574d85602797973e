/** Messages to open pages while texts are held because the provider fails. */
import { expect, test } from 'vitest';
import { expectComplaints } from '../support/broken.ts';
import { delivered } from '../support/deliveries.ts';
import { moveClock, openLocation, stopClock } from '../support/queue-factories.ts';
import { listen, toldOwner } from '../support/sockets.ts';
import { useTwilio, admitTexted, planFor } from '../support/providers/twilio.ts';
import { iso } from '../../../src/shared/time/iso.ts';

test('pages of the owner hear that texts are held back, and that they go out again', async () => {
  const now = stopClock();
  const alarms = expectComplaints();
  const twilio = useTwilio();
  const location = await openLocation();
  const page = await listen(location, { 'x-owner-session': 'session-1' });
  const heard = async () =>
    (await toldOwner(page)).flatMap(({ texts }) => (texts === undefined ? [] : [texts]));
  planFor(twilio, 1, [404, 20404]);
  await admitTexted(location, 0);
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
