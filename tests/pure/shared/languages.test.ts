import { expect, test } from 'vitest';
import {
  languageFacts,
  languageOfTag,
  languages,
  negotiateLanguage,
  tagsByWeight,
} from '../../../src/shared/languages.ts';

test('a tag names a language by its first part, whatever its case and region', () => {
  expect(['es', 'es-MX', 'ES-419', 'in-ID', 'id', 'ar-EG'].map(languageOfTag)).toEqual([
    'es',
    'es',
    'es',
    'id',
    'id',
    'ar',
  ]);
  expect(['', '*', 'de', 'english', 'e'].map(languageOfTag)).toEqual([null, null, null, null, null]);
});

test('the heaviest of our languages wins, of equal ones the first, and English where there is none', () => {
  expect(negotiateLanguage('de-CH, es;q=0.8, en;q=0.9')).toBe('en');
  expect(negotiateLanguage('es-MX,es;q=0.9,en;q=0.8')).toBe('es');
  expect(negotiateLanguage('ar , id')).toBe('ar');
  expect(negotiateLanguage('es;q=0, id;q=0.1')).toBe('id');
  expect(negotiateLanguage('es;q=0')).toBe('en');
  expect(negotiateLanguage('fr')).toBe('en');
  expect(negotiateLanguage('')).toBe('en');
  expect(negotiateLanguage(null)).toBe('en');
});

test('an invalid weight counts as zero', () => {
  expect(negotiateLanguage('es;q=2, id;q=0.1')).toBe('id');
  expect(negotiateLanguage('es;q=abc, id;q=0.1')).toBe('id');
  expect(negotiateLanguage('ES; Q=0.7')).toBe('es');
});

test('Arabic is the one that is written from right to left', () => {
  expect(languages.filter((language) => languageFacts[language].direction === 'rtl')).toEqual(['ar']);
});

test('the tags of a header come by their weight, of equal ones the first first, and none that is ruled out', () => {
  expect(tagsByWeight('en-US;q=0.1, en-GB, es;q=0, id ;q=0.5,ar')).toEqual(['en-GB', 'ar', 'id', 'en-US']);
  expect(tagsByWeight(null)).toEqual(['']);
});
