import { getCountries } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { countries, isCountry } from '../../../src/shared/countries.ts';
import { countryOfZone } from '../../../src/shared/country-of-zone.ts';
import { numberHash } from '../../../src/worker/platform/number-hash.ts';
import { textNumberOf } from '../../../src/worker/platform/phone-number.ts';

test.each([
  ['0812 3456 7890', 'ID', '+6281234567890', 'ID'],
  ['+62 812-3456-7890', 'ID', '+6281234567890', 'ID'],
  ['(0812) 3456.7890', 'ID', '+6281234567890', 'ID'],
  ['62 812 3456 7890', 'ID', '+6281234567890', 'ID'],
  ['٠٨١٢٣٤٥٦٧٨٩٠', 'ID', '+6281234567890', 'ID'],
  ['(415) 555-2671', 'US', '+14155552671', 'US'],
  ['+65 8123 4567', 'ID', '+6581234567', 'SG'],
  ['+1 876 555 1234', 'US', '+18765551234', 'JM'],
  ['+44 7400 123456', null, '+447400123456', 'GB'],
  // Two islands have the same country code +61 as Australia.
  ['0491 570 156', 'AU', '+61491570156', 'AU'],
] as const)('%s, typed in %s, is %s of %s', (typed, country, e164, of) => {
  expect(textNumberOf(typed, country)).toEqual({ e164, country: of });
});

test.each([
  '',
  'ask at the bar',
  'call +62 812 3456 7890 please',
  '12',
  // The next eight numbers are landline, premium, shared-cost, personal, satellite and toll-free numbers, not mobile
  // numbers.
  '021 555 0100',
  '+44 909 879 0000',
  '+44 871 222 3333',
  '+44 70 1234 5678',
  '+1 900 555 1234',
  '+1 800 555 1234',
  '+62 809 123 4567',
  '+881 6 2233 4455',
  '0811',
  '+62 812',
  '1234567890123456',
  '+1+2345678',
  '()-./ +',
  '0812 3456 7890 ext 5',
  'tel:+628123456789',
  '+800 1234 5678',
  "0812'; DROP TABLE visit",
])('%s is no number that gets texts', (typed) => {
  expect(textNumberOf(typed, 'ID')).toBe(null);
});

test('where the country is not known a number has to name its own', () => {
  expect(textNumberOf('0812 3456 7890', null)).toBe(null);
  expect(textNumberOf('+62 812 3456 7890', null)).toEqual({ e164: '+6281234567890', country: 'ID' });
});

test('the countries are those that have numbers', () => {
  expect(countries).toEqual(getCountries().toSorted());
  expect(isCountry('ID')).toBe(true);
  for (const none of ['', 'id', 'XX', 'IDN']) expect(isCountry(none)).toBe(false);
});

test.each([
  ['Asia/Jakarta', 'ID'],
  ['asia/makassar', 'ID'],
  ['Asia/Kolkata', 'IN'],
  ['Asia/Calcutta', 'IN'],
  ['Europe/London', 'GB'],
  ['America/Argentina/Buenos_Aires', 'AR'],
  ['UTC', null],
  ['Nowhere/At_All', null],
])('the clock of %s is %s’s', (timezone, country) => {
  expect(countryOfZone(timezone)).toBe(country);
});

test('every clock that browsers offer is some country’s, but for those of no country', () => {
  const nobodys = Intl.supportedValuesOf('timeZone').filter((zone) => countryOfZone(zone) === null);
  expect(
    nobodys.filter(
      (zone) =>
        !/^(Antarctica|Etc)\/|^(Atlantic\/South_Georgia|Indian\/Kerguelen|Pacific\/(Midway|Pitcairn|Wake)|UTC)$/.test(
          zone,
        ),
    ),
  ).toEqual([]);
});

test('the hash of a number is the same each time, another with another key, and tells nothing of it', () => {
  const hash = numberHash('key', '+6281234567890');
  expect(hash).toBe(numberHash('key', '+6281234567890'));
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(numberHash('other key', '+6281234567890')).not.toBe(hash);
  expect(numberHash('key', '+6281234567891')).not.toBe(hash);
});
