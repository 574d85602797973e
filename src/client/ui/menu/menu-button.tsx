import { useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../owner-icon.tsx';
import style from './menu-button.module.css';

export type MenuItem = {
  label: string;
  run: () => void;
  /** The state of an item that is a switch; absent for other items. */
  on?: boolean | undefined;
  /** Whether the item is disabled at the moment. A disabled item stays in the menu. */
  disabled?: boolean | undefined;
};

/** An item that opens another page by a full page load. */
export type MenuLink = { label: string; href: string };

type Props = {
  /** The accessible name of the button, because the button shows only three dots. */
  label: string;
  items: (MenuItem | MenuLink)[];
  className?: string | undefined;
  /** By this attribute, a page finds the button when it must move the focus back to the button. */
  'data-kind'?: string | undefined;
};

/** The distance in px between the button and the menu; the menu also has this distance from the edge of the window. */
const GAP = 4;

/**
 * A button with three dots that opens a menu of rarely used actions. The menu is a native popover, so that no other
 * element cuts off a part of the menu. Escape and a press outside close the menu and return the focus to the button.
 */
export function MenuButton({ label, items, className, 'data-kind': kind }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);

  function handleToggle({ newState }: ToggleEvent<HTMLDivElement>): void {
    setOpen(newState === 'open');
    if (newState === 'open') insertAt(button.current, popover.current, items.length);
  }

  function choose(item: MenuItem): void {
    if (item.disabled) return;
    popover.current?.hidePopover();
    item.run();
  }

  function handleKeys(event: KeyboardEvent): void {
    if (!open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const entries = [...(popover.current?.querySelectorAll<HTMLElement>('button, a') ?? [])];
    const now = entries.findIndex((entry) => entry === document.activeElement);
    const step = event.key === 'ArrowDown' ? now + 1 : Math.max(now, 0) - 1;
    entries.at(step % entries.length)?.focus();
  }

  return (
    <div className={className}>
      <button
        ref={button}
        type="button"
        className={style.dots}
        aria-label={label}
        aria-expanded={open}
        popoverTarget={id}
        data-kind={kind}
        onKeyDown={handleKeys}
      >
        <Icon name="more" size={24} />
      </button>
      <div ref={popover} id={id} popover="auto" className={style.popover} onBeforeToggle={handleToggle}>
        {open && (
          <ul>
            {items.map((item) => (
              <li key={item.label}>
                {'href' in item ? (
                  <a className={style.item} href={item.href} onKeyDown={handleKeys}>
                    {item.label}
                  </a>
                ) : (
                  <button
                    type="button"
                    className={style.item}
                    role={item.on === undefined ? undefined : 'switch'}
                    aria-checked={item.on}
                    aria-disabled={item.disabled || undefined}
                    onKeyDown={handleKeys}
                    onClick={() => choose(item)}
                  >
                    <span className={style.words}>{item.label}</span>
                    {item.on !== undefined && (
                      <span className={classes(style.switch, item.on && style.on)} aria-hidden="true" />
                    )}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/**
 * Places the menu below the button, aligned with the button's end in the reading direction. If there is no room below
 * the button, the menu is above the button.
 */
function insertAt(button: HTMLElement | null, popover: HTMLElement | null, count: number): void {
  if (button === null || popover === null) return;
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const tapPx = button.offsetHeight;
  const height = count * tapPx + 2 * GAP;
  const isAbove = bottom + GAP + height > innerHeight && top > height;
  const isMirrored = button.matches(':dir(rtl)');
  popover.style.left = isMirrored ? `${left}px` : 'auto';
  popover.style.right = isMirrored ? 'auto' : `${document.documentElement.clientWidth - right}px`;
  popover.style.top = isAbove ? 'auto' : `${bottom + GAP}px`;
  popover.style.bottom = isAbove ? `${innerHeight - top + GAP}px` : 'auto';
}
