/** How the single field for a walk-in is read (`src/client/features/line/walk-in/read-walk-in.ts`). */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWalkIn } from '../../../../src/client/features/line/walk-in/read-walk-in.ts';

const name = fc.constantFrom(
  'Maya',
  'Siti Rahmawati',
  'محمد عبد الرحمن',
  "O'Brien",
  'José García Márquez',
  '李',
);
const guests = fc.integer({ min: 1, max: 20 });
const phone = fc.constantFrom(
  '0812 3456 7890',
  '08123456789',
  '+62 812 5550 0097',
  '+44 7700 900123',
  '(021) 555-01234',
  '0812-3000-013',
);

test('name, guests and phone number are read in any order', () => {
  fc.assert(
    fc.property(name, guests, phone, fc.constantFrom(0, 1, 2, 3, 4, 5), (named, size, number, order) => {
      const [first, ...others] = [named, String(size), number]
        .slice(order % 3)
        .concat([named, String(size), number].slice(0, order % 3));
      const parts = order < 3 ? [first, ...others] : [first, ...others.toReversed()];
      const [firstName = '', ...rest] = named.split(' ');
      expect(readWalkIn(parts.join(' '))).toEqual({
        firstName,
        lastName: rest.join(' '),
        numGuests: size,
        phoneNumber: number,
      });
    }),
    { numRuns: 300 },
  );
});

test('nothing that was typed is lost', () => {
  const typed = fc.string({
    unit: fc.constantFrom(...Array.from('Maya Wü 0123456789 +()-./ ,')),
    maxLength: 40,
  });
  fc.assert(
    fc.property(typed, (text) => {
      const { firstName, lastName, numGuests = '', phoneNumber } = readWalkIn(text);
      const signs = (all: string) => Array.from(all.replace(/[\s,]/g, '')).toSorted().join('');
      expect(signs(`${firstName}${lastName}${numGuests}${phoneNumber}`)).toBe(signs(text));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['', { firstName: '', lastName: '', phoneNumber: '' }],
  ['Maya', { firstName: 'Maya', lastName: '', phoneNumber: '' }],
  ['Maya 4', { firstName: 'Maya', lastName: '', phoneNumber: '', numGuests: 4 }],
  ['12 Maya Putri', { firstName: 'Maya', lastName: 'Putri', phoneNumber: '', numGuests: 12 }],
  ['Maya 4 812 3456 7890', { firstName: 'Maya', lastName: '', phoneNumber: '812 3456 7890', numGuests: 4 }],
  ['Maya, 4, 555 0100', { firstName: 'Maya', lastName: '', phoneNumber: '555 0100', numGuests: 4 }],
  // The last two digits are a part of the phone number, not a party size.
  ['Zoé 06 12 34 56 78', { firstName: 'Zoé', lastName: '', phoneNumber: '06 12 34 56 78' }],
  ['Jan +49 170 123 45 67', { firstName: 'Jan', lastName: '', phoneNumber: '+49 170 123 45 67' }],
  // A number of four to six digits is neither a party size nor a phone number. If two numbers in the text can be party
  // sizes, the first number is the party size.
  ['Room 1204', { firstName: 'Room', lastName: '1204', phoneNumber: '' }],
  ['Maya 4 Budi 5', { firstName: 'Maya', lastName: 'Budi 5', phoneNumber: '', numGuests: 4 }],
  // A text from a list of contacts can have direction marks and non-breaking hyphens.
  [
    'Maya 4 \u202a+62 812\u20113456\u20117890\u202c',
    { firstName: 'Maya', lastName: '', phoneNumber: '+62 812\u20113456\u20117890', numGuests: 4 },
  ],
  // These digits were typed on an Arabic keyboard.
  ['مها، ٤، ٠٨١٢٣٤٥٦٧٨٩٠', { firstName: 'مها', lastName: '', phoneNumber: '081234567890', numGuests: 4 }],
  ['Maya ４', { firstName: 'Maya', lastName: '', phoneNumber: '', numGuests: 4 }],
  ['Maya 0', { firstName: 'Maya', lastName: '0', phoneNumber: '' }],
])('%j', (typed, read) => {
  expect(readWalkIn(typed)).toEqual(read);
});
