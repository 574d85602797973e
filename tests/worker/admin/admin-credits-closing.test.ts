/**
 * Credits that an admin has set, and credits that a closed location leaves to the next location in its slot
 * (`docs/spec.md` 10.15).
 */
import { expect, test } from 'vitest';
import { creditsLog, newAdmin, updateCredits } from '../support/admin-calls.ts';
import { interceptCommands } from '../support/broken.ts';
import { call, joinParty, newLocation } from '../support/factories.ts';
import { acted, anOwnersLocation } from '../support/owner-calls.ts';

test.each([
  ['before the slot is free', true],
  ['after its object was told', false],
])(
  'credits that are set while a location closes, %s, are what its slot hands on',
  async (_, isClosedFirst) => {
    const place = await anOwnersLocation({ username: 'blue-door', maxLocations: 1 });
    const cookie = await newAdmin();
    interceptCommands('close', async (goOn) => {
      if (!isClosedFirst) await updateCredits(cookie);
      const reply = await goOn();
      if (isClosedFirst) await updateCredits(cookie);
      return reply;
    });
    const path = `/auth/locations/${place.location.id}`;
    expect((await call('DELETE', path, { cookie: place.owner.cookie })).status).toBe(200);
    const set = { customerCredits: 500, smsCredits: 400 };
    expect(await newLocation(place.owner)).toMatchObject(set);
    const before = { customerCredits: 300, smsCredits: 300 };
    expect((await creditsLog(cookie))[0]?.locations).toEqual(
      isClosedFirst
        ? []
        : [{ id: place.location.id, address: place.location.address, set: { before, after: set } }],
    );
  },
);

test('what a location had used before is not given back by an earlier change of credits', async () => {
  const place = await anOwnersLocation({ username: 'blue-door', maxLocations: 1 });
  const cookie = await newAdmin();
  await updateCredits(cookie);
  const { owner } = place;
  // The first location was added before the admin changed the credits. The second location was added after this change.
  let { location } = place;
  for (const left of [499, 498]) {
    await acted({ owner, location }, await joinParty(owner, location), 'admit');
    await call('DELETE', `/auth/locations/${location.id}`, { cookie: owner.cookie });
    location = await newLocation(owner);
    expect(location).toMatchObject({ customerCredits: left, smsCredits: 400 });
  }
});
