import { useId } from 'react';
import styles from './analytics.module.css';

type Props<Range extends string> = {
  legend: string;
  ranges: Record<Range, string>;
  chosen: Range;
  onChoose: (range: Range) => void;
};

export function RangeToggle<Range extends string>({ legend, ranges, chosen, onChoose }: Props<Range>) {
  const name = useId();
  const isRange = (key: string): key is Range => Object.hasOwn(ranges, key);
  return (
    <fieldset className={styles.toggle}>
      <legend className="sr">{legend}</legend>
      {Object.keys(ranges)
        .filter(isRange)
        .map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={chosen === one} onChange={() => onChoose(one)} />
            <span>{ranges[one]}</span>
          </label>
        ))}
    </fieldset>
  );
}
