/** Protected names that are disguised by similar letters, separated letters or other scripts, but still readable. */
import { expect, test } from 'vitest';
import { isProtectedName } from '../../../src/shared/text/protected-names.ts';

test.each([
  ['as it stands', ['BCA Bank', 'bank-secure', 'AT&T', 'T-Mobile', 'Royal Mail']],
  [
    'digits and signs',
    [
      '8CA',
      'BC4',
      'p0l1ce',
      'payp@l',
      '$antander',
      'WhatsApp!',
      'PayPaI',
      'BRl',
      'vvhatsapp',
      'VVhatsApp',
      'vVhatsApp',
      'VVodafone',
      'TVVerizon',
    ],
  ],
  ['signs of the texts’ alphabet', ['paypa£', 'pa¥pal', '§antander']],
  [
    'in one piece with an addition',
    [
      'KLIKBCA',
      'mybca',
      'HSBCUK',
      'BCAM0BILE',
      'PAYPALSECURE',
      'whatsappsupport',
      'HMRCREFUND',
      'Holdlinesupport',
    ],
  ],
  ['accents', ['BÇA', 'Bànk', 'Mandırı']],
  [
    'parted letters',
    ['B C A', 'B.C.A.', 'B-C-A', 'P a y P a l', 'Pay Pal', 'Tel-komsel', 'B\u200bCA', 'B\u00adCA'],
  ],
  ['beside a number', ['BCA24', '24BCA', 'PayPal247', 'B4nk1', 'DHL24h']],
  ['ours', ['Holdline', 'H0ldline Security']],
  ['joined words', ['MyBank', 'BCABank', 'bcabank', 'BankMandiri']],
  ['Cyrillic and Greek', ['ВСА Ваnk', 'Rоyal Mаil', 'PΑΥPAL', 'Сбер банк', 'Ваnсо']],
  ['letters in other forms', ['ＢＣＡ', '𝐁𝐂𝐀', 'Ⓑⓒⓐ', 'ʙᴄᴀ', '🅱🅲🅰', '🇧🇨🇦', 'ᏴᏟᎪ']],
  [
    'Arabic',
    ['بنك البلاد', 'البنك الأول', 'ﺑﻨﻚ', 'ب ن ك', 'بـنـك', 'بَنْك', 'وِزارة الداخلية', 'مصرف الراجحي', 'بنک'],
  ],
])('%s: each is protected', (_, names) => {
  expect(names.filter((name) => !isProtectedName(name, []))).toEqual([]);
});

test.each([
  [
    'Blue Door',
    'Burbank Cafe',
    'Kopi Kenangan',
    'Pizza in',
    'BSL Salon',
    'LRS Cuts',
    'Brio',
    'Room 5',
    'Corner 7',
    'Supporting Cards',
    'Brius Online',
  ],
  ['Café Ñandú', 'مطعم الباب الأزرق', 'Пельменная', 'Ψητοπωλείο', 'Bluebird 24', '寿司', ''],
])('an ordinary name is not: %s and others', (...names) => {
  expect(names.filter((name) => isProtectedName(name, []))).toEqual([]);
});

test('the operator’s names are protected in the same ways', () => {
  const more = ['Acme Corp', 'مؤسسة النقد', ''];
  for (const name of ['ACME corp', 'А с m е C0rp', 'AcmeCorpBank', 'مؤسسه النقد'])
    expect(isProtectedName(name, more)).toBe(true);
  expect(isProtectedName('Acme', more)).toBe(false);
});
