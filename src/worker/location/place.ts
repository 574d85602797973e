/**
 * The region of a new location's object, from the time zone or the country of the shop. If the Worker gives no region,
 * the platform creates the object near the sender of the first call, who may be far from the shop. An object never
 * moves.
 */
import type { Country } from '../../shared/countries.ts';
import { countryOfZone } from '../../shared/country-of-zone.ts';

export type Shop = { timezone: string; country: Country | null };

/** The countries of each region. Countries in two regions are not listed. */
const countriesOf: Partial<Record<DurableObjectLocationHint, string>> = {
  sam: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE',
  weur: 'AD AT AX BE CH DE DK ES FO FR GB GG GI GL IE IM IS IT JE LI LU MC MT NL NO PT SE SJ SM VA EH MA DZ TN',
  eeur: 'AL BA BG BY CY CZ EE FI GE GR HR HU LT LV MD ME MK PL RO RS SI SK TR UA XK AM AZ',
  me: 'AE BH EG IL IQ IR JO KW LB OM PS QA SA SY YE',
  afr: 'AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW KE KM LR LS LY MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TZ UG YT ZA ZM ZW AC TA',
  apac: 'AF BD BT CN HK IN IO KG KZ LK MN MO MV NP PK TJ TM TW UZ',
  'apac-ne': 'JP KP KR',
  'apac-se': 'BN CC CX ID KH LA MM MY PH SG TH TL VN',
  oc: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PW SB TK TO TV VU WF WS',
  enam: 'AG AI AW BB BL BM BQ BS BZ CR CU CW DM DO GD GP GT HN HT JM KN KY LC MF MQ MS NI PA PM PR SV SX TC TT VC VG VI',
};
const regionOf: ReadonlyMap<string, DurableObjectLocationHint> = new Map(
  regions().flatMap((region) => (countriesOf[region] ?? '').split(' ').map((country) => [country, region])),
);

/** The region; undefined if neither the time zone nor the country is known. */
export function placeOf({ timezone, country }: Shop): DurableObjectLocationHint | undefined {
  const at = countryOfZone(timezone) ?? country;
  if (at === null) return undefined;
  if (at === 'RU') return hoursOf(timezone) >= 7 ? 'apac-ne' : 'eeur';
  if (at === 'US' || at === 'CA' || at === 'MX') return hoursOf(timezone) <= -7 ? 'wnam' : 'enam';
  return regionOf.get(at);
}

/** The hours ahead of UTC on 1 January; 0 for an unknown zone. */
function hoursOf(timeZone: string): number {
  const winter = Date.UTC(2026, 0, 1);
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    winter,
  );
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Number(/GMT([+-]\d\d)/.exec(name)?.[1] ?? 0);
}

function regions(): DurableObjectLocationHint[] {
  return ['sam', 'weur', 'eeur', 'me', 'afr', 'apac', 'apac-ne', 'apac-se', 'oc', 'enam'];
}
