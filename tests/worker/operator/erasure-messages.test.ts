import { expect, test } from 'vitest';
import { approvedErasure, newAdmin } from '../support/admin-calls.ts';
import { call } from '../support/factories.ts';
import { anOwnersLocation, join } from '../support/owner-calls.ts';
import { texted } from '../support/queue-factories.ts';
import { ownerPage, toldOwner } from '../support/sockets.ts';

test('an erased guest disappears from the owner’s open page', async () => {
  const place = await anOwnersLocation();
  await join(place, texted);
  const board = await ownerPage(place);
  const body = { who: texted.phoneNumber, businesses: [place.owner.business.username] };
  await approvedErasure(body);
  const response = await call('POST', '/admin/person/erase', { cookie: await newAdmin(), body });
  expect(await response.json()).toMatchObject({ visits: 1, visitsEnded: 1 });
  expect(JSON.stringify(await toldOwner(board))).toContain('"status":"left"');
});
