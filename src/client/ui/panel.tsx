import {
  createContext,
  use,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import style from './panel.module.css';

/** The element that contains the panels. This element is a child of the grid of panes. Null before the first render. */
export const PanelPlace = createContext<HTMLElement | null>(null);

/** If the panes have this width in rem or more, a panel is beside the line, and the line stays usable. */
const BESIDE_FROM_REM = 56.25;

type Props = {
  onClose: () => void;
  closeLabel: string;
  title: ReactNode;
  /** Content before the title. */
  lead?: ReactNode;
  /** Content below the title. */
  note?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog. On a wide screen the panel is beside the line, in the place of the last pane. On a narrow screen the panel
 * is modal and covers the whole screen. Render the panel only while it is open. The focus moves into the panel when the
 * panel opens, and back when the panel closes. Escape closes the panel.
 */
export function Panel({ onClose, closeLabel, title, lead, note, foot, children }: Props) {
  const place = use(PanelPlace);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null || place === null) return undefined;
    const before = document.activeElement;
    if (isWide(place)) element.show();
    else element.showModal();
    return () => {
      const isInside = element.contains(document.activeElement);
      element.close();
      if (isInside && before instanceof HTMLElement) before.focus();
    };
  }, [place]);

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  }

  if (place === null) return null;
  return createPortal(
    <dialog
      ref={dialog}
      className={style.panel}
      aria-labelledby={id}
      onKeyDown={handleKey}
      onClick={(event) => {
        // The content covers the whole box of the dialog, so a click whose target is the dialog is a click on the
        // backdrop.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={style.content}>
        <header className={style.head}>
          {lead}
          <div className={style.titles}>
            <h2 id={id}>{title}</h2>
            {note !== undefined && <p>{note}</p>}
          </div>
          <button type="button" className={style.close} aria-label={closeLabel} onClick={onClose}>
            <Icon name="cross" />
          </button>
        </header>
        <div className={style.body}>{children}</div>
        {foot !== undefined && <footer className={style.foot}>{foot}</footer>}
      </div>
    </dialog>,
    place,
  );
}

/**
 * A ref for the control that gets the focus when its dialog opens. React's `autoFocus` would not work here, because
 * React would move the focus before the dialog is visible.
 */
export function focusedOnOpen(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}

function isWide(place: HTMLElement): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (place.parentElement?.clientWidth ?? 0) >= BESIDE_FROM_REM * rem;
}
