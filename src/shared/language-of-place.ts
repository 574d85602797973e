/** The language of a location's country, for the location's posters. */
import { isCountry, type Country } from './countries.ts';
import { countryOfZone } from './country-of-zone.ts';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';

/** For each language: the countries in which most people can read the language. */
const countriesOf: Record<Exclude<Language, 'en'>, string> = {
  id: 'ID',
  es: 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE',
  ar: 'AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE',
};

const languageOf: ReadonlyMap<Country, Language> = new Map(
  (['id', 'es', 'ar'] as const).flatMap((language) =>
    countriesOf[language]
      .split(' ')
      .filter(isCountry)
      .map((country) => [country, language] as const),
  ),
);

/**
 * Returns the language of the country to which the time zone belongs. English if the product does not have this
 * language.
 */
export function languageOfZone(timezone: string): Language {
  const country = countryOfZone(timezone);
  return (country && languageOf.get(country)) ?? DEFAULT_LANGUAGE;
}
