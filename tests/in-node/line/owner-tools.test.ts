/** The actions of staff through the Worker: what each action does, its refusals, and who may do it. */
import { expect, test } from 'vitest';
import type { RefusalCode } from '../../../src/shared/copy/en/refusals.ts';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { visitActions, type VisitAction } from '../../../src/shared/queue/commands.ts';
import { call, newOwner, read } from '../../worker/support/factories.ts';
import {
  act,
  acted,
  anotherLocation,
  anOwnersLocation,
  asStaffSees,
  join,
  joinNamed,
  leave,
  lineOf,
  objectOf,
  type OwnedLocation,
  refused,
  statusOf,
  viewOf,
} from '../../worker/support/owner-calls.ts';
import { alarmUntil, holdMs, moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { iso } from '../../../src/shared/time/iso.ts';

test('an admit starts the hold and spends the credit that the join reserved', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const guest = await join(place);
  moveClock(60_000);
  const { position: _, ...waiting } = guest.customer;
  const admitted = {
    ...waiting,
    status: 'admitted',
    admittedAt: iso(now + 60_000),
    holdEndsAt: iso(now + 60_000 + holdMs),
    holdExpired: false,
  };
  expect(await acted(place, guest, 'admit')).toEqual(admitted);
  expect(await viewOf(place)).toEqual({
    ...place.location,
    customerCredits: 299,
    admittedCustomers: [admitted],
  });
});

test('a remove ends the visit and gives the credit back', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const guest = await join(place);
  const { position: _, ...waiting } = guest.customer;
  const undoUntil = iso(now + 10_000);
  const removed = { ...waiting, status: 'removed', removedAt: iso(now), undoUntil, undoPosition: 1 };
  expect(await acted(place, guest, 'remove')).toEqual(removed);
  expect(await viewOf(place)).toEqual({ ...place.location, removedCustomers: [removed] });
  moveClock(10_000);
  expect(await statusOf(place, guest)).toMatchObject({ removed: true, status: 'removed' });
});

test('an admitted party arrives, or does not, and the credit stays spent', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const [came, stayedAway] = [await join(place), await join(place, { firstName: 'Budi' })];
  const admitted = [await acted(place, came, 'admit'), await acted(place, stayedAway, 'admit')];
  moveClock(1_000);
  const undoUntil = iso(now + 11_000);
  const arrived = { ...admitted[0], status: 'arrived', arrivedAt: iso(now + 1_000), undoUntil };
  const noShow = { ...admitted[1], status: 'no_show', noShowAt: iso(now + 1_000), undoUntil };
  expect(await acted(place, came, 'arrived')).toEqual(arrived);
  expect(await acted(place, stayedAway, 'no-show')).toEqual(noShow);
  const view = await viewOf(place);
  expect(view).toMatchObject({ customerCredits: 298, queue: [], removedCustomers: [] });
  expect(view.admittedCustomers).toEqual(expect.arrayContaining([arrived, noShow]));
  expect(await statusOf(place, came)).toMatchObject({ status: 'arrived', admitted: true, removed: false });
  expect(await statusOf(place, stayedAway)).toMatchObject({
    status: 'no_show',
    admitted: true,
    removed: false,
  });
});

test('a party put back is first in line again and waits as it did before', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  await joinNamed(place, 'Cleo');
  await acted(place, budi, 'admit');
  expect(await acted(place, budi, 'put-back')).toEqual({ ...asStaffSees(budi), position: 1 });
  expect(await lineOf(place)).toEqual(['Budi', 'Ada', 'Cleo']);
  expect(await statusOf(place, ada)).toMatchObject({ position: 2, ahead: 1 });
});

test.each([
  [1, ['Cleo', 'Ada', 'Budi', 'Dewi']],
  [2, ['Ada', 'Cleo', 'Budi', 'Dewi']],
  [3, ['Ada', 'Budi', 'Cleo', 'Dewi']],
  [4, ['Ada', 'Budi', 'Dewi', 'Cleo']],
  [1_000_000, ['Ada', 'Budi', 'Dewi', 'Cleo']],
])('the third of four moved to place %i', async (position, line) => {
  const place = await anOwnersLocation();
  for (const name of ['Ada', 'Budi']) await joinNamed(place, name);
  const cleo = await joinNamed(place, 'Cleo');
  await joinNamed(place, 'Dewi');
  const moved = await acted(place, cleo, 'move', { position });
  expect(moved).toEqual({ ...asStaffSees(cleo), position: Math.min(position, 4) });
  expect(await lineOf(place)).toEqual(line);
  expect((await viewOf(place)).customerCredits).toBe(296);
});

test('each skip is one place back, until there is nobody behind', async () => {
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  for (const name of ['Budi', 'Cleo']) await joinNamed(place, name);
  expect(await acted(place, ada, 'skip')).toEqual({ ...asStaffSees(ada), position: 2 });
  expect(await lineOf(place)).toEqual(['Budi', 'Ada', 'Cleo']);
  expect(await acted(place, ada, 'skip')).toEqual({ ...asStaffSees(ada), position: 3 });
  expect(await act(place, ada.customer.id, 'skip')).toEqual(refused('already_last'));
  expect(await lineOf(place)).toEqual(['Budi', 'Cleo', 'Ada']);
});

/**
 * For each state of a visit: its name, a function that brings a visit into the state, and the codes of refused actions.
 */
const states: [
  string,
  (place: OwnedLocation, guest: JoinAnswer) => Promise<unknown>,
  Partial<Record<VisitAction, RefusalCode>>,
][] = [
  [
    'waiting',
    async () => {},
    {
      arrived: 'not_admitted',
      'no-show': 'not_admitted',
      'put-back': 'not_admitted',
      skip: 'already_last',
      'call-again': 'not_admitted',
      undo: 'undo_over',
      recall: 'recall_over',
    },
  ],
  [
    'admitted',
    (place, guest) => acted(place, guest, 'admit'),
    {
      ...onlyWaiting('already_admitted'),
      'call-again': 'no_text_possible',
      undo: 'undo_over',
      recall: 'recall_over',
    },
  ],
  [
    'arrived',
    async (place, guest) => {
      await acted(place, guest, 'admit');
      await acted(place, guest, 'arrived');
    },
    {
      ...onlyWaiting('already_admitted'),
      ...onlyAdmitted('already_settled'),
      edit: 'already_settled',
    },
  ],
  [
    'no_show',
    async (place, guest) => {
      await acted(place, guest, 'admit');
      await acted(place, guest, 'no-show');
    },
    {
      ...onlyWaiting('already_admitted'),
      ...onlyAdmitted('already_settled'),
      edit: 'already_settled',
    },
  ],
  [
    'auto_resolved',
    async (place, guest) => {
      stopClock();
      await acted(place, guest, 'admit');
      moveClock(holdMs + 30 * 60_000);
      await alarmUntil(objectOf(place), async () => {
        const { body } = await act(place, guest.customer.id, 'call-again');
        return JSON.stringify(body).includes('already_settled');
      });
    },
    {
      ...onlyWaiting('already_admitted'),
      ...onlyAdmitted('already_settled'),
      edit: 'already_settled',
      undo: 'undo_over',
    },
  ],
  [
    'left',
    leave,
    {
      ...onlyWaiting('not_waiting'),
      ...onlyAdmitted('not_admitted'),
      edit: 'not_waiting',
      undo: 'undo_over',
    },
  ],
  [
    'removed',
    (place, guest) => acted(place, guest, 'remove'),
    {
      ...onlyWaiting('not_waiting'),
      ...onlyAdmitted('not_admitted'),
      edit: 'not_waiting',
    },
  ],
];

function onlyWaiting(code: RefusalCode) {
  return { admit: code, remove: code, move: code, skip: code };
}

function onlyAdmitted(code: RefusalCode) {
  return { arrived: code, 'no-show': code, 'put-back': code, 'call-again': code };
}

function bodyOf(action: VisitAction): object | undefined {
  if (action === 'move') return { position: 1 };
  return action === 'edit' ? { numGuests: 7 } : undefined;
}

test.each(states)(
  'what cannot be done to a visit that is %s says why and changes nothing',
  async (_, get, codes) => {
    const place = await anOwnersLocation();
    const guest = await join(place);
    await get(place, guest);
    const before = await viewOf(place);
    for (const action of visitActions) {
      const code = codes[action];
      if (code === undefined) continue;
      expect({ action, ...(await act(place, guest.customer.id, action, bodyOf(action))) }).toEqual({
        action,
        ...refused(code),
      });
    }
    expect(await viewOf(place)).toEqual(before);
  },
);

test('another owner, a guest and nobody at all change nothing, whatever they ask', async () => {
  const place = await anOwnersLocation({ maxLocations: 2 });
  const guest = await join(place);
  const elsewhere = await anotherLocation(place);
  const other = await newOwner();
  const before = await viewOf(place);
  const { id } = guest.customer;
  const asGuest = { headers: { Authorization: `Bearer ${guest.queueToken}` } };
  for (const action of visitActions) {
    const path = `/auth/locations/${place.location.id}/visits/${id}/${action}`;
    const asked = bodyOf(action);
    const body = asked === undefined ? {} : { body: asked };
    expect(await read(await call('POST', path, { ...body, cookie: other.cookie }))).toEqual(
      refused('not_found'),
    );
    expect(await read(await call('POST', path, body))).toEqual(refused('not_logged_in'));
    expect(await read(await call('POST', path, { ...body, ...asGuest }))).toEqual(refused('not_logged_in'));
    const cookie = `holdline_visit=${guest.queueToken}`;
    expect(await read(await call('POST', path, { ...body, cookie }))).toEqual(refused('not_logged_in'));
    expect(await act(elsewhere, id, action, asked)).toEqual(refused('not_found'));
    expect(
      await act({ ...place, location: { ...place.location, id: 'f'.repeat(64) } }, id, action, asked),
    ).toEqual(refused('not_found'));
  }
  expect(await viewOf(place)).toEqual(before);
});

test('another owner adds no walk-in and changes no setting', async () => {
  const place = await anOwnersLocation();
  const other = await newOwner();
  const path = `/auth/locations/${place.location.id}`;
  const before = await viewOf(place);
  const walkIn = { body: { firstName: 'Eve' } };
  const settings = { body: { paused: true } };
  expect(await read(await call('POST', `${path}/visits`, { ...walkIn, cookie: other.cookie }))).toEqual(
    refused('not_found'),
  );
  expect(await read(await call('POST', `${path}/visits`, walkIn))).toEqual(refused('not_logged_in'));
  expect(await read(await call('PATCH', path, { ...settings, cookie: other.cookie }))).toEqual(
    refused('not_found'),
  );
  expect(await read(await call('PATCH', path, settings))).toEqual(refused('not_logged_in'));
  expect(await viewOf(place)).toEqual(before);
});

test.each(['explode', 'Admit', 'no_show', 'admit%20', '__proto__', 'constructor'])(
  'the tool %j is not found',
  async (action) => {
    const place = await anOwnersLocation();
    const { customer } = await join(place);
    const path = `/auth/locations/${place.location.id}/visits/${customer.id}/${action}`;
    expect(await read(await call('POST', path, { cookie: place.owner.cookie }))).toEqual(
      refused('not_found'),
    );
    expect(await lineOf(place)).toEqual(['Ada']);
  },
);

test('a tool is called by POST and from no other site', async () => {
  const place = await anOwnersLocation();
  const { customer } = await join(place);
  const path = `/auth/locations/${place.location.id}/visits/${customer.id}/admit`;
  const { cookie } = place.owner;
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    expect(await read(await call(method, path, { cookie }))).toEqual(refused('method_not_allowed'));
  }
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  expect(await read(await call('POST', path, { cookie, headers }))).toEqual(refused('bad_origin'));
  expect(await lineOf(place)).toEqual(['Ada']);
});
