/** Times of day made from two samples are equal to the times that `Intl.DateTimeFormat` makes. */
import { expect, test } from 'vitest';
import { clockSamples, timeLike } from '../../../src/shared/time/clock-samples.ts';
import { languages } from '../../../src/shared/languages.ts';

const EVERY_MS = 17 * 60_000;
const regions =
  'en-US en-GB en-AU en-IN en-CA en-ZA en-DK id-ID in-ID es-ES es-MX es-419 es-US es-AR es-CO ar-SA ar-EG ar-MA ar-AE';
const tags = [...languages, ...regions.split(' ')];

test.for(tags)('any time of day in %s', (tag) => {
  const language = languages.find((one) => one === tag.slice(0, 2)) ?? 'id';
  const samples = clockSamples(['fr-FR', tag])[language];
  const look = { hour: 'numeric', minute: '2-digit', numberingSystem: 'latn' } as const;
  const itself = new Intl.DateTimeFormat(tag, look);
  const midnight = new Date(2026, 10, 22).getTime();
  for (let at = midnight; at < midnight + 86_400_000; at += EVERY_MS)
    expect(timeLike(samples, new Date(at))).toBe(itself.format(at));
});

test('a reader without a region, or with an unknown one, gets the default of the language', () => {
  expect(clockSamples([]).en).toEqual({ morning: '6:07 AM', evening: '6:07 PM' });
  expect(clockSamples(['en-?!', 'en-GB']).en).toEqual({ morning: '6:07 AM', evening: '6:07 PM' });
  expect(clockSamples(['de', 'en-GB']).en.evening).toBe('18:07');
  expect(clockSamples(['', '*']).id).toEqual({ morning: '6.07', evening: '18.07' });
});
