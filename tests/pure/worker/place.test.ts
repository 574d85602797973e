/** The region of a new location's object, and the options that the platform gets for the region. */
import { expect, test } from 'vitest';
import { countries } from '../../../src/shared/countries.ts';
import { placeOf } from '../../../src/worker/location/place.ts';

test.for([
  ['Asia/Jakarta', null, 'apac-se'],
  ['Asia/Tokyo', 'ID', 'apac-ne'],
  ['Asia/Kolkata', null, 'apac'],
  ['Asia/Dubai', null, 'me'],
  ['Europe/Amsterdam', null, 'weur'],
  ['Europe/Warsaw', null, 'eeur'],
  ['America/New_York', null, 'enam'],
  ['America/Chicago', null, 'enam'],
  ['America/Denver', null, 'wnam'],
  ['America/Los_Angeles', null, 'wnam'],
  ['America/Toronto', null, 'enam'],
  ['America/Vancouver', null, 'wnam'],
  ['America/Sao_Paulo', null, 'sam'],
  ['Africa/Johannesburg', null, 'afr'],
  ['Australia/Sydney', null, 'oc'],
  ['Europe/Moscow', null, 'eeur'],
  ['Asia/Vladivostok', null, 'apac-ne'],
  ['UTC', 'ID', 'apac-se'],
  ['UTC', null, undefined],
] as const)('%s and %s make %s', ([timezone, country, place]) => {
  expect(placeOf({ timezone, country })).toBe(place);
});

test('every country has a region, but those without people', () => {
  const without = countries.filter((country) => placeOf({ timezone: 'UTC', country }) === undefined);
  expect(without).toEqual([]);
});
