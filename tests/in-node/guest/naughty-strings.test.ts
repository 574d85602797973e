/** Each naughty string as the name of a guest. The name is cleaned or refused, and staff can still act on the visit. */
import { expect, test } from 'vitest';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { naughtyStrings } from '../../support/naughty-strings.ts';
import { call } from '../../worker/support/factories.ts';
import {
  addWalkIn,
  anOwnersLocation,
  statusOf,
  tryToJoin,
  viewOf,
} from '../../worker/support/owner-calls.ts';
import { texted } from '../../worker/support/queue-factories.ts';

/** At least this many of the 515 strings must be accepted. Strings that are too long or invisible are refused. */
const MOST_OF_THEM = 450;

test('as a guest’s names and number', async () => {
  const place = await anOwnersLocation({ baseCustomerCredits: 1_000, emailVerifiedAt: 1 });
  const { username } = place.owner.business;
  for (const text of naughtyStrings) {
    const names = { firstName: text, lastName: text };
    const { status, body } = await tryToJoin(place, { ...texted, ...names, phoneNumber: text });
    expect([201, 400], text).toContain(status);
    if (isJoined(status, body)) await statusOf(place, body);
    else expect(body, text).toMatchObject({ error: expect.any(String), code: 'invalid_input' });
    const looked = [
      `/auth/business/${encodeURIComponent(text)}/addresses`,
      `/auth/business/${username}/queue/${encodeURIComponent(text)}/status`,
    ];
    for (const path of looked) expect((await call('GET', path)).status, text).toBeLessThan(500);
  }
});

test('as the names of a walk-in', async () => {
  const place = await anOwnersLocation({ baseCustomerCredits: 1_000, emailVerifiedAt: 1 });
  const { cookie, business } = place.owner;
  let added = 0;
  for (const text of naughtyStrings) {
    const { status, body } = await addWalkIn(place, { firstName: text, lastName: text });
    if (!isJoined(status, body)) {
      expect({ text, status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      continue;
    }
    added += 1;
    expect(body.customer.firstName.length).toBeGreaterThan(0);
    // Every third guest is admitted by the customer key, which contains the guest's name.
    if (added % 3 !== 0) continue;
    const key = encodeURIComponent(customerKey(body.customer));
    const admit = await call('POST', `/auth/business/${business.username}/queue/${key}/admit`, { cookie });
    expect({ text, status: admit.status }).toEqual({ text, status: 200 });
  }
  expect(added).toBeGreaterThan(MOST_OF_THEM);
  const view = await viewOf(place);
  expect(view).toMatchObject({ customerCredits: 1_000 - added });
  expect(view.queue.map(({ position }) => position)).toEqual(view.queue.map((_, n) => n + 1));
  expect(view.queue.length + view.admittedCustomers.length).toBe(added);
});

function isJoined(status: number, _body: unknown): _body is JoinAnswer {
  return status === 201;
}
