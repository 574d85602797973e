import { useId } from 'react';
import type { WaitingPreference } from '../../../../shared/contracts/queue-view.ts';
import { classes } from '../../../ui/classes.ts';
import row from '../choice-row.module.css';
import { useCopy } from '../i18n.tsx';
import style from './preference-choice.module.css';

type Props = {
  legend: string;
  /** Hides the legend visually, if a heading above has the same words. */
  legendHidden?: boolean;
  hints: Record<WaitingPreference, string>;
  chosen: WaitingPreference;
  onChoose: (preference: WaitingPreference) => void;
};

/** The two waiting modes, as large radio buttons. */
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
      {options.map(([preference, name]) => (
        <label key={preference} className={classes(row.row, style.option)}>
          <input
            type="radio"
            name="waitingPreference"
            value={preference}
            checked={chosen === preference}
            onChange={() => onChoose(preference)}
            aria-labelledby={`${id}-${preference}`}
            aria-describedby={`${id}-${preference}-hint`}
          />
          <span>
            <b id={`${id}-${preference}`}>{name}</b>
            <small id={`${id}-${preference}-hint`}>{hints[preference]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
