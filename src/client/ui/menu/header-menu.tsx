import { useEffect, useId, useRef, type MouseEvent } from 'react';
import { classes } from '../classes.ts';
import { buttonClass } from '../form/button.tsx';
import { discloseMenu } from './header-disclosure.ts';
import style from './header-menu.module.css';
import { Icon } from '../owner-icon.tsx';
import { Logo } from '../logo.tsx';

/** An item leads somewhere (`href`) or does something (`run`). `primary` is the one that stands out. */
type HeaderItem = {
  label: string;
  primary?: boolean | undefined;
  /** The page one is on. */
  current?: boolean | undefined;
} & ({ href: string } | { run: () => void });

type Props = {
  brandHref: string;
  items: HeaderItem[];
  /** What the navigation is for, as a reader lists it: 'Site'. */
  label: string;
  /** The button that unfolds it. */
  menuLabel: string;
  /** Goes to an address without loading the page anew; without it links are plain links. */
  navigate?: ((href: string) => void) | undefined;
};

/**
 * The head of a page: the brand and a few buttons, which fold into a menu under 640 px. What the menu does is
 * `header-disclosure.ts`, which also serves the pages that come without React: whether it is open is no state of this
 * component. Where no script runs the buttons do not fold.
 */
export function HeaderMenu({ brandHref, items, label, menuLabel, navigate }: Props) {
  const header = useRef<HTMLElement>(null);
  const listId = useId();

  useEffect(() => (header.current ? discloseMenu(header.current) : undefined), []);

  function follow(event: MouseEvent<HTMLAnchorElement>, href: string): void {
    const newTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (navigate === undefined || newTab) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <header ref={header} className={style.header}>
      <a href={brandHref} className={style.brand} onClick={(event) => follow(event, brandHref)}>
        <Logo />
      </a>
      <nav aria-label={label}>
        <button type="button" className={style.toggle} aria-expanded="false" aria-controls={listId}>
          <Icon name="menu" size={24} />
          <Icon name="cross" size={24} />
          <span className="sr">{menuLabel}</span>
        </button>
        <ul id={listId} className={style.items}>
          {items.map((item) => (
            <li key={item.label}>
              {'href' in item ? (
                <a
                  href={item.href}
                  className={itemClass(item)}
                  aria-current={item.current ? 'page' : undefined}
                  onClick={(event) => follow(event, item.href)}
                >
                  {item.label}
                </a>
              ) : (
                <button type="button" className={itemClass(item)} onClick={item.run}>
                  {item.label}
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
