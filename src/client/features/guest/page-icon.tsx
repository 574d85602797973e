import { Icon, type IconName } from '../../ui/icon.tsx';
import { classes } from '../../ui/classes.ts';
import style from './page-icon.module.css';

/** What a whole page is about, as one round icon above its heading. `rings`: it moves, to be noticed. */
export function PageIcon({ icon, rings = false }: { icon: IconName; rings?: boolean }) {
  return (
    <span className={classes(style.icon, rings && style.rings)} aria-hidden="true">
      <Icon name={icon} size={32} />
    </span>
  );
}
