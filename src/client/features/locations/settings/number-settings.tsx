import { useRef } from 'react';
import { settingsCopy } from '../../../../shared/copy/owner/settings.ts';
import { countries, isCountry, type Country } from '../../../../shared/countries.ts';
import { TEXT_COUNTRIES_MAX } from '../../../../shared/limits.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { textPrice } from '../../../../shared/text/text-prices.ts';
import { pageLocale } from '../../../../shared/copy/page-language.ts';
import { useMember } from '../../../member-area/member-context.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './number-settings.module.css';
import { Marked } from './save-status.tsx';
import { useSetting } from './use-setting.ts';

const say = settingsCopy.numbers;

const names = new Intl.DisplayNames(pageLocale, { type: 'region' });
const nameOf = (country: Country) => names.of(country) ?? country;
const byName = countries.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), pageLocale));

/** The country of numbers that are typed without a country code. Numbers of this country get texts. */
export function CountryField({ location }: { location: LocationView }) {
  const own = useSetting(location, 'country', say.country);
  return (
    <Marked state={own.state} problem={own.error}>
      <Field label={say.country} hint={say.countryHint} error={own.error}>
        {(control) => (
          <select
            {...control}
            value={own.value ?? ''}
            onChange={({ target }) => isCountry(target.value) && own.save(target.value)}
          >
            {own.value === null && <option value="">{say.unknown}</option>}
            {byName.map((country) => (
              <option key={country} value={country}>
                {nameOf(country)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Marked>
  );
}

/** The other countries whose numbers also get texts. Each choice is saved at once. */
export function TextCountriesField({ location }: { location: LocationView }) {
  const more = useSetting(location, 'textCountries', say.more);
  const { country: own } = location.settings;
  const { textPrices } = useMember().user;
  const { homeCountry = null } = location;
  const priced = (country: Country) =>
    say.price(nameOf(country), textPrice(country, homeCountry, textPrices));
  const prices = homeCountry === null ? say.prices : `${priced(homeCountry)}. ${say.prices}`;
  const left = byName.filter((country) => country !== own && !more.value.includes(country));
  const adding = useRef<HTMLSelectElement>(null);
  const isFull = more.value.length >= TEXT_COUNTRIES_MAX;
  return (
    <Marked state={more.state} problem={more.error}>
      <Field label={say.more} hint={`${say.moreHint} ${prices}`} error={more.error}>
        {(control) => (
          <select
            {...control}
            ref={adding}
            value=""
            onChange={({ target }) => isCountry(target.value) && more.save([...more.value, target.value])}
          >
            <option value="">{isFull ? say.full(TEXT_COUNTRIES_MAX) : say.add}</option>
            {(isFull ? [] : left).map((country) => (
              <option key={country} value={country}>
                {priced(country)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {more.value.length > 0 && (
        <ul className={styles.list} aria-label={say.more}>
          {more.value.map((country) => (
            <li key={country} className={styles.country}>
              {priced(country)}
              <button
                type="button"
                className={styles.remove}
                aria-label={say.remove(nameOf(country))}
                onClick={() => {
                  more.save(more.value.filter((one) => one !== country));
                  // The pressed button disappears, so the focus moves to the select field.
                  adding.current?.focus();
                }}
              >
                <Icon name="cross" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Marked>
  );
}
