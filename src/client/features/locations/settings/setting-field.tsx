import { useState, type ComponentType } from 'react';
import { lengthInWords } from '../../../../shared/copy/owner/durations.ts';
import { settingsCopy, settingWords } from '../../../../shared/copy/owner/settings.ts';
import {
  settings,
  type AllSettings,
  type SettingControl,
  type SettingName,
  type SettingWith,
} from '../../../../shared/queue/settings.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { Field } from '../../../ui/form/field.tsx';
import { RadioGroup } from '../../../ui/form/radio-group.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { WeekField } from './hours-settings.tsx';
import { CountryField, TextCountriesField } from './number-settings.tsx';
import { Marked, SaveStatus } from './save-status.tsx';
import { numberFrom } from './setting-words.ts';
import { AlmostThereField, TurnWords } from './text-settings.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { useSetting } from './use-setting.ts';

const MINUTE_MS = 60_000;

type Props<Name> = { name: Name; location: LocationView };

/** The settings whose control has the kind `own`, with the component for each setting. */
const ownControls: Record<SettingWith<'own'>, ComponentType<{ location: LocationView }>> = {
  turnText: TurnWords,
  nearlyAt: AlmostThereField,
  country: CountryField,
  textCountries: TextCountriesField,
  timezone: TimeZoneField,
  hours: WeekField,
};

/** The control of one setting. The setting's declaration names the kind of the control. */
export function SettingField({ name, location }: Props<SettingName>) {
  if (isShownBy(name, 'switch')) return <SwitchField name={name} location={location} />;
  if (isShownBy(name, 'choice')) return <ChoiceField name={name} location={location} />;
  if (isShownBy(name, 'number')) return <NumberField name={name} location={location} />;
  if (isShownBy(name, 'minutes')) return <MinutesField name={name} location={location} />;
  const OwnControl = ownControls[name];
  return <OwnControl location={location} />;
}

function isShownBy<Kind extends SettingControl['kind']>(
  name: SettingName,
  kind: Kind,
): name is SettingWith<Kind> {
  return settings[name].control.kind === kind;
}

function SwitchField({ name, location }: Props<SettingWith<'switch'>>) {
  const { label, hint } = settingWords[name];
  const { value, save, state, error } = useSetting(location, name, label);
  return (
    <Switch
      label={label}
      hint={hint}
      on={value}
      onChange={save}
      error={error}
      mark={<SaveStatus state={state} problem={error} />}
    />
  );
}

type Choice = SettingWith<'choice'>;
const choiceControls: { readonly [Name in Choice]: { control: { options: readonly AllSettings[Name][] } } } =
  settings;
const choiceWords: {
  readonly [Name in Choice]: { label: string; options: { readonly [Option in AllSettings[Name]]: string } };
} = settingWords;

function ChoiceField<Name extends Choice>({ name, location }: Props<Name>) {
  const { label, options: words } = choiceWords[name];
  const { value: chosen, save, state, error } = useSetting(location, name, label);
  const { options } = choiceControls[name].control;
  return (
    <Marked state={state} problem={error}>
      <RadioGroup
        legend={label}
        options={options.map((value) => ({ value, label: words[value] }))}
        chosen={chosen}
        onChoose={save}
        error={error}
      />
    </Marked>
  );
}

/**
 * A number field. The value is saved when the field is left or on Enter, so that an unfinished number is never saved.
 */
function NumberField({ name, location }: Props<SettingWith<'number'>>) {
  const { label, hint, none } = settingWords[name];
  const { min, max } = settings[name].control;
  const setting = useSetting(location, name, label);
  const [typed, setTyped] = useState<string>();
  const [complaint, setComplaint] = useState<string>();
  const error = complaint ?? (typed === undefined ? setting.error : undefined);

  function commit(): void {
    if (typed === undefined) return;
    const read = numberFrom(typed, { min, max });
    if (read === undefined) {
      setComplaint(settingsCopy.queue.numberRange(min, max));
      return;
    }
    setTyped(undefined);
    if (read !== setting.value) setting.save(read);
  }

  return (
    <Marked state={complaint === undefined ? setting.state : 'failed'} problem={error}>
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            placeholder={none}
            value={typed ?? setting.value ?? ''}
            onChange={(event) => {
              setTyped(event.target.value);
              setComplaint(undefined);
            }}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Enter' && commit()}
          />
        )}
      </Field>
    </Marked>
  );
}

function MinutesField({ name, location }: Props<SettingWith<'minutes'>>) {
  const { label, hint } = settingWords[name];
  const { min, max } = settings[name].control;
  const { value, save, state, error } = useSetting(location, name, label);
  const wholeMinutes = Array.from(
    { length: (max - min) / MINUTE_MS + 1 },
    (_, index) => min + index * MINUTE_MS,
  );
  // The API accepts any number of milliseconds. If another client has set a value that is not in whole minutes, the
  // list also contains this value.
  const lengths = wholeMinutes.includes(value)
    ? wholeMinutes
    : [...wholeMinutes, value].toSorted((a, b) => a - b);
  return (
    <Marked state={state} problem={error}>
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <select {...control} value={value} onChange={(event) => save(Number(event.target.value))}>
            {lengths.map((ms) => (
              <option key={ms} value={ms}>
                {lengthInWords(ms)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Marked>
  );
}
