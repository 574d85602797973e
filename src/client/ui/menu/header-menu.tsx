import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { buttonClass } from '../form/button.tsx';
import { discloseMenu } from './header-disclosure.ts';
import style from './header-menu.module.css';
import { Icon } from '../owner-icon.tsx';
import { Logo } from '../logo.tsx';

/** An item is a link (`href`) or an action (`run`). `primary`: whether the item is highlighted. */
type HeaderItem = {
  label: string;
  primary?: boolean | undefined;
  current?: boolean | undefined;
  /** Whether the item is only in the collapsed menu, because the bar has the item in another form. */
  onlyInMenu?: boolean | undefined;
} & (
  | {
      href: string;
      /** Whether the link loads a new document, because the page has another manifest. */ reloads?: boolean;
    }
  | { run: () => void; /** The state, if the action is a switch. */ on?: boolean | undefined }
);

type Props = {
  /**
   * With the look `bar` the header is 56 px tall and as wide as the window. The last item has a distance from the other
   * items, so that nobody presses it by mistake.
   */
  look?: 'bar' | undefined;
  /** Content between the brand and the items. If there is content, the brand shows no name. */
  children?: ReactNode;
  brandHref: string;
  items: HeaderItem[];
  /** The name of the navigation, which screen readers read, such as 'Site'. */
  label: string;
  menuLabel: string;
  /** Opens an address without a page load. Without this function links are plain links. */
  navigate?: ((href: string) => void) | undefined;
};

/**
 * The header of a page: the brand and a few buttons. In a window under 640 px the buttons are in a menu; without
 * scripts all buttons are shown. `header-disclosure.ts` opens and closes the menu, because pages without React use the
 * same menu.
 */
export function HeaderMenu({ look, children, brandHref, items, label, menuLabel, navigate }: Props) {
  const header = useRef<HTMLElement>(null);
  const listId = useId();

  useEffect(() => (header.current ? discloseMenu(header.current) : undefined), []);

  function follow(event: MouseEvent<HTMLAnchorElement>, href: string, reloads = false): void {
    const newTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (navigate === undefined || newTab || reloads) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <header ref={header} className={classes(style.header, look === 'bar' && style.bar)}>
      <a href={brandHref} className={style.brand} onClick={(event) => follow(event, brandHref)}>
        <Logo isNameHidden={children !== undefined} />
      </a>
      {children}
      <nav aria-label={label}>
        <button type="button" className={style.toggle} aria-expanded="false" aria-controls={listId}>
          <Icon name="menu" size={24} />
          <Icon name="cross" size={24} />
          <span className="sr">{menuLabel}</span>
        </button>
        <ul id={listId} className={style.items}>
          {items.map((item) => (
            <li key={item.label} className={item.onlyInMenu ? style.onlyInMenu : undefined}>
              {'href' in item ? (
                <a
                  href={item.href}
                  className={itemClass(item)}
                  aria-current={item.current ? 'page' : undefined}
                  onClick={(event) => follow(event, item.href, item.reloads)}
                >
                  {item.label}
                </a>
              ) : (
                <button type="button" className={itemClass(item)} aria-pressed={item.on} onClick={item.run}>
                  {item.label}
                  {item.on && <Icon name="check" />}
                </button>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

function itemClass({ primary }: HeaderItem): string {
  return primary ? buttonClass() : classes(buttonClass({ tone: 'quiet' }), style.plain);
}
