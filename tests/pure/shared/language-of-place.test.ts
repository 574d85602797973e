import { expect, test } from 'vitest';
import { languageOfZone } from '../../../src/shared/language-of-place.ts';

test.each([
  ['Asia/Jakarta', 'id'],
  ['Asia/Makassar', 'id'],
  ['America/Mexico_City', 'es'],
  ['Europe/Madrid', 'es'],
  ['Asia/Dubai', 'ar'],
  ['Africa/Cairo', 'ar'],
  ['America/New_York', 'en'],
  ['Europe/Berlin', 'en'],
  ['UTC', 'en'],
  ['Mars/Olympus', 'en'],
] as const)('at %s people read %s', (zone, language) => {
  expect(languageOfZone(zone)).toBe(language);
});
