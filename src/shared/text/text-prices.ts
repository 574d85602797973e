/**
 * Prices of texts by country, in SMS credits for each segment. A text to a location's home country costs one SMS
 * credit. The prices are our own rough estimate of carriers' charges, not a provider's price list. The variable
 * `TEXT_PRICES` of a deployment replaces the prices of single countries, even for a location's home country. Pure.
 */
import type { Country } from '../countries.ts';

/** Prices that a deployment has set. */
export type TextPrices = Readonly<Partial<Record<Country, number>>>;

/** The countries of each price. All other countries have the price `HIGHEST`. */
const classes: readonly { credits: number; countries: readonly Country[] }[] = [
  {
    credits: 1,
    countries: ['AS', 'AU', 'CA', 'GB', 'GU', 'HK', 'IE', 'MP', 'NZ', 'PR', 'SG', 'TH', 'US', 'VI'],
  },
  {
    credits: 2,
    countries: [
      'AT', 'AX', 'BE', 'BR', 'CH', 'CL', 'CN', 'CO', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GG', 'GR', 'HR',
      'HU', 'IL', 'IM', 'IN', 'IS', 'IT', 'JE', 'JP', 'KR', 'LI', 'LT', 'LU', 'LV', 'MC', 'MO', 'MT', 'MX', 'MY', 'NL',
      'NO', 'PE', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'SM', 'TR', 'TW', 'ZA',
    ], // oxfmt-ignore
  },
  {
    credits: 4,
    countries: [
      'AE', 'AR', 'BG', 'BH', 'BN', 'CR', 'DO', 'EC', 'GH', 'KE', 'KH', 'KW', 'LA', 'OM', 'PA', 'PH', 'PY', 'QA', 'RS',
      'SA', 'UA', 'UY', 'VN',
    ], // oxfmt-ignore
  },
];
const HIGHEST = 8;

const builtIn: ReadonlyMap<Country, number> = new Map(
  classes.flatMap(({ credits, countries }) => countries.map((country) => [country, credits] as const)),
);

/** The SMS credits of a text of one segment to this country. `home`: the location's home country; null: unknown. */
export function textPrice(country: Country, home: Country | null, set: TextPrices = {}): number {
  return set[country] ?? (country === home ? 1 : (builtIn.get(country) ?? HIGHEST));
}

/** The lowest and the highest price of a text to a country that is not the location's home country. */
export function textPriceRange(set: TextPrices = {}): { low: number; high: number } {
  const prices = [...builtIn.keys()].map((country) => textPrice(country, null, set));
  return { low: Math.min(...prices), high: Math.max(HIGHEST, ...Object.values(set)) };
}
