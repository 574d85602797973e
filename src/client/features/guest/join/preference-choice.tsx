import { useId } from 'react';
import type { WaitingPreference } from '../../../../shared/contracts/queue-view.ts';
import { classes } from '../../../ui/classes.ts';
import row from '../choice-row.module.css';
import { useCopy } from '../i18n.tsx';
import style from './preference-choice.module.css';

type Props = {
  legend: string;
  /** The legend is said to readers only, where a heading above already shows the same. */
  legendHidden?: boolean;
  hints: Record<WaitingPreference, string>;
  chosen: WaitingPreference;
  onChoose: (way: WaitingPreference) => void;
};

/** The two ways to wait, as radio buttons large enough for a thumb. */
export function PreferenceChoice({ legend, legendHidden = false, hints, chosen, onChoose }: Props) {
  const say = useCopy().preference;
  const id = useId();
  const options: [WaitingPreference, string][] = [
    ['on_premises', say.onPremises],
    ['wait_anywhere', say.waitAnywhere],
  ];
  return (
    <fieldset className={style.choice}>
      <legend className={legendHidden ? 'sr' : style.legend}>{legend}</legend>
      {options.map(([way, name]) => (
        <label key={way} className={classes(row.row, style.option)}>
          <input
            type="radio"
            name="waitingPreference"
            value={way}
            checked={chosen === way}
            onChange={() => onChoose(way)}
            aria-labelledby={`${id}-${way}`}
            aria-describedby={`${id}-${way}-hint`}
          />
          <span>
            <b id={`${id}-${way}`}>{name}</b>
            <small id={`${id}-${way}-hint`}>{hints[way]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
