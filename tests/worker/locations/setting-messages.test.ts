import { expect, test } from 'vitest';
import { settingsView } from '../../../src/shared/queue/project.ts';
import { aLocation } from '../../pure/support/factories.ts';
import { anOwnersLocation, join, setUp, viewOf } from '../support/owner-calls.ts';
import { stopClock } from '../support/queue-factories.ts';
import { ownerPage, toldOwner } from '../support/sockets.ts';
import { iso } from '../../../src/shared/time/iso.ts';

const defaults = settingsView(aLocation()).settings;
test('the owner’s other pages are told the new setting, and guests get no message', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const page = await ownerPage(place);
  await setUp(place, { paused: true, timezone: 'Asia/Tokyo', capacity: 3 });
  await setUp(place, { undo: true });
  const about = { type: 'change', timezone: 'Asia/Tokyo', paused: true, serverNow: iso(now) };
  expect(await toldOwner(page)).toEqual([
    { ...about, version: 1, settings: { ...defaults, capacity: 3 } },
    { ...about, version: 2, settings: { ...defaults, capacity: 3, undo: true } },
  ]);
});

test('a change of country parses waiting guests’ numbers again, and updates staff’s pages', async () => {
  const place = await anOwnersLocation();
  const wantsText = { waitingPreference: 'wait_anywhere' };
  const national = await join(place, { ...wantsText, phoneNumber: '0812 3456 7890' });
  const whole = await join(place, { ...wantsText, phoneNumber: '+62 812 3456 7891' });
  await join(place);
  const page = await ownerPage(place);
  await setUp(place, { country: 'US' });
  const told = await toldOwner(page);
  expect(told).toMatchObject([
    {
      type: 'change',
      version: 4,
      updated: [
        { id: national.customer.id, message: { status: 'not_sent', error: 'number_unreachable' } },
        { id: whole.customer.id, message: { status: 'not_sent', error: 'foreign_number' } },
      ],
      settings: { country: 'US' },
    },
  ]);
  await setUp(place, { country: 'ID' });
  expect((await viewOf(place)).queue.map(({ message }) => message)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
