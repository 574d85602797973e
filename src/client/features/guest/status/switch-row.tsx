import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import row from '../choice-row.module.css';
import style from './switch-row.module.css';

type Props = { on: boolean; title: string; hint: string; onPress: () => Promise<void> };

/** A switch as wide as the page, for sound or reminder. */
export function SwitchRow({ on, title, hint, onPress }: Props) {
  return (
    <button
      type="button"
      className={classes(row.row, style.switch)}
      aria-pressed={on}
      onClick={() => void onPress()}
    >
      <Icon name={on ? 'check' : 'bell'} size={24} />
      <span>
        <b>{title}</b>
        <small>{hint}</small>
      </span>
    </button>
  );
}
