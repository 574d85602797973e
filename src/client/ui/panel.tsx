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

/** The element in which panels stand, a child of the grid of panes; null before it is known. */
export const PanelPlace = createContext<HTMLElement | null>(null);

/** From this width of the panes on, in rem, a panel stands beside the line and leaves it usable. */
const BESIDE_FROM_REM = 56.25;

type Props = {
  onClose: () => void;
  closeLabel: string;
  title: ReactNode;
  /** Before the title. */
  lead?: ReactNode;
  /** Below the title. */
  note?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog in the place of the last pane, beside the line on a wide screen, over the whole screen (modal) on a narrow
 * one. Render the panel only while it is open. The panel takes the focus and gives it back; Escape closes the panel.
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
        // The content covers the dialog's own box, so a click on the dialog itself is a click on the backdrop.
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
 * A ref for the control that gets the focus when its dialog opens. React's `autoFocus` would focus the control before
 * the dialog is shown, without effect.
 */
export function focusedOnOpen(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}

function isWide(place: HTMLElement): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (place.parentElement?.clientWidth ?? 0) >= BESIDE_FROM_REM * rem;
}
