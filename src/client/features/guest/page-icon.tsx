import { Icon, type IconName } from '../../ui/icon.tsx';
import { classes } from '../../ui/classes.ts';
import style from './page-icon.module.css';

/** The round icon above a page's heading. `rings`: whether the icon is animated to attract attention. */
export function PageIcon({ icon, rings = false }: { icon: IconName; rings?: boolean }) {
  return (
    <span className={classes(style.icon, rings && style.rings)} aria-hidden="true">
      <Icon name={icon} size={32} />
    </span>
  );
}
