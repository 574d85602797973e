import { expect, test } from 'vitest';
import { changeProfile } from '../../../../src/shared/queue/rules/profile.ts';
import { aLocation } from '../../support/factories.ts';

const location = aLocation({ profile: { businessName: 'Warung Rami', address: 'Jl. Saban 21' } });
const from = { businessName: 'Warung Rami', address: 'Jl. Saban 21' };
const to = { businessName: 'Warung Ramai', address: 'Jl. Sabang 21' };

test('name and address change, and nothing else but the version', () => {
  expect(changeProfile(location, { from, to })).toEqual({
    ...location,
    profile: { ...location.profile, ...to },
    version: location.version + 1,
  });
});

test.each([
  { ...from, businessName: 'Warung Baru' },
  { ...from, address: 'Jl. Baru 1' },
])('a change from %j, which the location no longer has, does nothing', (other) => {
  expect(changeProfile(location, { from: other, to })).toBe(location);
});
