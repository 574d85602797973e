import { useEffect, useId, useRef, useState, type MouseEvent } from 'react';
import { MOBILE_MENU_MAX_PX } from '../../shared/limits.ts';
import { classes } from './classes.ts';
import { buttonClass } from './button.tsx';
import style from './header-menu.module.css';
import { Icon } from './owner-icon.tsx';
import { Logo } from './logo.tsx';

/** An item leads somewhere (`href`) or does something (`run`). `primary` is the one that stands out. */
export type HeaderItem = {
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
 * The head of a page: the brand and a few buttons, which fold into a menu under 640 px (spec section 2). The menu is
 * a disclosure: it closes on Escape (the focus returns to its button), on choosing, on a click or focus outside and when the
 * window reaches 640 px.
 */
export function HeaderMenu({ brandHref, items, label, menuLabel, navigate }: Props) {
  const [open, setOpen] = useState(false);
  const header = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!open) return undefined;
    const wide = matchMedia(`(min-width: ${MOBILE_MENU_MAX_PX}px)`);
    const closeWhenWide = () => wide.matches && setOpen(false);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !header.current?.contains(event.target)) setOpen(false);
    };
    wide.addEventListener('change', closeWhenWide);
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      wide.removeEventListener('change', closeWhenWide);
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  function follow(event: MouseEvent<HTMLAnchorElement>, href: string): void {
    setOpen(false);
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
        <button
          ref={toggle}
          type="button"
          className={style.toggle}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'cross' : 'menu'} size={24} />
          <span className="sr">{menuLabel}</span>
        </button>
        <ul id={listId} className={style.items} data-open={open || undefined}>
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
                <button
                  type="button"
                  className={itemClass(item)}
                  onClick={() => {
                    setOpen(false);
                    item.run();
                  }}
                >
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
