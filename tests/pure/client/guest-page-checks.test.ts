/** The guest's page checks messages without a schema library. Its checks must accept the same values as the schemas. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  isAddressesAnswer,
  isExistsAnswer,
  isJoinAnswer,
  isStatusAnswer,
} from '../../../src/client/features/guest/visit/answers.ts';
import * as live from '../../../src/client/features/guest/visit/live-status.ts';
import {
  checkDetails,
  checkWaitingPreference,
  type Details,
} from '../../../src/client/features/guest/join/join-form.ts';
import { guestCopy } from '../../../src/shared/copy/en/guest.ts';
import {
  addressesAnswer,
  existsAnswer,
  joinAnswer,
  guestRequestsIn,
  statusAnswer,
  type StatusAnswer,
} from '../../../src/shared/contracts/guest.ts';
import type { WaitingPreference } from '../../../src/shared/visit-values.ts';

const naughtyTexts = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, '../../data/blns.json'), 'utf8')));

const english = guestRequestsIn(guestCopy.errors);
const now = '2026-11-20T12:00:00.000Z';
const visit = {
  id: 'v1',
  firstName: 'Maya',
  lastName: 'Putri',
  phoneNumber: '+62 811',
  numGuests: 2,
  waitingPreference: 'wait_anywhere',
  joinedAt: now,
  address: '14 Kemang Raya, Jakarta',
  position: 3,
  status: 'waiting',
  admittedAt: now,
  holdEndsAt: now,
  holdExpired: false,
  leftAt: now,
  removedAt: now,
  arrivedAt: now,
  calledAgainAt: now,
  onMyWayAt: now,
  moreTimeAt: now,
  message: { status: 'failed', error: 'number_unreachable' },
};
const estimate = { low: 10, high: 20, method: 'fixed' };
const status = {
  customer: visit,
  removed: false,
  status: 'waiting',
  message: '',
  admitted: false,
  position: 3,
  ahead: 2,
  estimatedWaitMinutes: 10,
  estimate,
  moreTime: { places: 1, position: 4 },
  address: '14 Kemang Raya, Jakarta',
  businessName: 'Blue Door Café',
  holdMs: 300_000,
  holdEndsAt: now,
  holdExpired: false,
  serverNow: now,
};
const joined = {
  success: true,
  customer: visit,
  queueToken: 't',
  position: 3,
  estimatedWaitMinutes: 10,
  estimate,
};
const location = {
  locationId: 'l1',
  address: '14 Kemang Raya, Jakarta',
  businessName: 'Blue Door Café',
  accepting: false,
  reason: 'Closed.',
  smsAvailable: true,
  line: { parties: 3, low: 10, high: 30 },
};

/** Copies of the value. In each copy one field, at any depth, has a wrong value. */
function* spoiled(value: unknown): Generator {
  yield* [undefined, null, true, 1.5, -1, 'x', '', [], {}];
  if (Array.isArray(value)) for (const wrong of spoiled(value[0])) yield [wrong];
  else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value))
      for (const wrong of spoiled(field)) yield { ...value, [name]: wrong };
  }
}

test.each([
  ['the status', isStatusAnswer, statusAnswer, status],
  ['a join', isJoinAnswer, joinAnswer, joined],
  ['the locations', isAddressesAnswer, addressesAnswer, { addresses: [location] }],
  ['whether a business exists', isExistsAnswer, existsAnswer, { exists: false }],
])('the answer with %s is read as its schema reads it, right or spoiled', (_, guard, schema, right) => {
  expect(guard(right)).toBe(true);
  for (const answer of [right, ...spoiled(right)])
    expect([answer, guard(answer)]).toEqual([answer, schema.safeParse(answer).success]);
});

/** The status that the React part of the page gets from a message. */
function statusAfterMessage(before: live.LiveStatus | null, message: unknown): StatusAnswer | null {
  const next = live.statusAfterMessage(before, message);
  return isStatusAnswer(next) ? next : null;
}

test('a live message is a status only when it says so', () => {
  expect(statusAfterMessage(null, { type: 'status', ...status })).toMatchObject(status);
  for (const other of [status, { type: 'queue', ...status }, { type: 'status' }, undefined, 'pong'])
    expect(statusAfterMessage(null, other)).toBeNull();
});

/** The last status that the page of a waiting guest got by the socket. */
const last: live.LiveStatus & StatusAnswer = { ...statusAnswer.parse(status), version: 7 };
const { moreTime: _before, ...withoutOffer } = last;
const later = '2026-11-20T12:00:01.000Z';
const moved = (version = 8, at = later, places = 1) => ({
  type: 'moved',
  to: [version, 2, 6, 3, 11, places, Date.parse(at)],
});

test('a page makes the whole status of the short message about its place', () => {
  const expected = {
    ...withoutOffer,
    customer: { ...last.customer, position: 2 },
    position: 2,
    ahead: 1,
    message: '',
    estimatedWaitMinutes: 6,
    estimate: { low: 3, high: 11, method: 'learned' },
    moreTime: { places: 1, position: 3 },
    version: 8,
    serverNow: later,
  };
  expect(statusAfterMessage(last, moved())).toEqual(expected);
  const { moreTime: _, ...noOffer } = expected;
  expect(statusAfterMessage(last, { ...moved(8, later, 0), fixed: true })).toEqual({
    ...noOffer,
    estimate: { low: 3, high: 11, method: 'fixed' },
  });
});

test('an older or unreadable message says nothing, nor one about the place of a visit that does not wait', () => {
  expect(statusAfterMessage(last, moved(7, now))).not.toBeNull();
  for (const old of [moved(6, now), moved(9, '2026-11-20T11:59:59.999Z')])
    expect(statusAfterMessage(last, old)).toBeNull();
  expect(statusAfterMessage(null, moved())).toBeNull();
  expect(statusAfterMessage({ ...last, status: 'admitted' }, moved())).toBeNull();
  for (const wrong of [{ to: [8, 2] }, { to: [8, 1.5, 6, 3, 11, 0, 1] }, { fixed: false }, { to: later }])
    expect(statusAfterMessage(last, { ...moved(), ...wrong })).toBeNull();
});

test('a change of place is read into the status of a visit that waits, and into no other', () => {
  const place = {
    type: 'place',
    position: 1,
    ahead: 0,
    message: 'You are next',
    estimatedWaitMinutes: 0,
    estimate: { low: 0, high: 0, method: 'fixed' },
    serverNow: later,
  };
  const customer = { ...last.customer, position: 1 };
  expect(statusAfterMessage(last, place)).toEqual({ ...withoutOffer, ...place, customer });
  const moreTime = { places: 2, position: 3 };
  expect(statusAfterMessage(last, { ...place, moreTime })).toEqual({
    ...withoutOffer,
    ...place,
    moreTime,
    customer,
  });
  expect(statusAfterMessage(last, { ...place, moreTime: { places: 2 } })).toBeNull();
  expect(statusAfterMessage(null, place)).toBeNull();
  expect(statusAfterMessage({ ...last, status: 'admitted' }, place)).toBeNull();
  expect(statusAfterMessage(last, { ...place, position: '1' })).toBeNull();
});

const right: Details = {
  locationId: 'l1',
  address: '14 Kemang Raya, Jakarta',
  firstName: 'Maya',
  lastName: 'Putri',
  numGuests: 2,
};

test.each<[Partial<Details>, object]>([
  [{}, {}],
  [{ address: '' }, { locationId: 'Location is required' }],
  [{ firstName: ' ' }, { firstName: 'First name is required' }],
  [{ lastName: '\u200b' }, { lastName: 'Last name is required' }],
  [{ lastName: '', oneName: true }, {}],
  [{ firstName: '', lastName: '', oneName: true }, { firstName: 'First name is required' }],
  [
    { firstName: '', lastName: '' },
    { firstName: 'First name is required', lastName: 'Last name is required' },
  ],
  [{ firstName: '👩'.repeat(80) }, {}],
  [{ firstName: '👩'.repeat(81) }, { firstName: 'Please use at most 80 characters' }],
  [{ numGuests: 0 }, { numGuests: 'Number of guests must be at least 1' }],
  [{ numGuests: 1.5 }, { numGuests: 'Number of guests must be at least 1' }],
  [{ numGuests: Number.NaN }, { numGuests: 'Number of guests must be at least 1' }],
  [{ numGuests: 1000 }, { numGuests: 'Number of guests must be at most 999' }],
])('details with %j are told %j, by the page and by the call', (own, told) => {
  const typed = { ...right, ...own };
  expect(JSON.parse(JSON.stringify(checkDetails(guestCopy.errors, typed).errors))).toEqual(told);
  const read = english.join.safeParse({
    ...typed,
    waitingPreference: 'on_premises',
    phoneNumber: '',
  });
  expect(read.error?.issues.map(({ message }) => message) ?? []).toEqual(Object.values(told));
});

test.each<[WaitingPreference, string, string | undefined]>([
  ['on_premises', '', undefined],
  ['wait_anywhere', ' +62 811 555 0101 ', undefined],
  ['wait_anywhere', ' \u3164 ', 'Phone number is required if you want to wait anywhere'],
  ['wait_anywhere', '0'.repeat(41), 'Please use at most 40 characters'],
  ['on_premises', '0'.repeat(41), 'Please use at most 40 characters'],
])(
  '%s with the number %j is told %j, by the page and by the call',
  (waitingPreference, phoneNumber, told) => {
    const typed = { waitingPreference, phoneNumber };
    const { phoneError } = checkWaitingPreference(
      guestCopy.errors,
      typed,
      'Phone number is required if you want to wait anywhere',
    );
    expect(phoneError).toBe(told);
    expect(english.change.safeParse(typed).error?.issues[0]?.message).toBe(told);
  },
);

test('the page accepts exactly the bodies that the call accepts', () => {
  for (const text of naughtyTexts) {
    const { details, errors } = checkDetails(guestCopy.errors, { ...right, firstName: text, lastName: text });
    const { preference, phoneError } = checkWaitingPreference(
      guestCopy.errors,
      { waitingPreference: 'wait_anywhere', phoneNumber: text },
      'x',
    );
    const read = english.join.safeParse({ ...details, ...preference });
    const fine = phoneError === undefined && Object.values(errors).every((error) => error === undefined);
    expect([text, read.success]).toEqual([text, fine]);
    if (read.success) expect(read.data).toEqual({ ...details, ...preference });
  }
});
