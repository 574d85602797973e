import { useEffect, useId, useRef, type ReactNode } from 'react';
import style from './dialog.module.css';

type Props = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/**
 * A modal dialog for confirmations. The browser traps the focus, handles Escape and restores the focus. It focuses its
 * first control: put the safe choice first in `DialogActions`.
 */
export function Dialog({ open, onClose, title, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        // The dialog's own box is covered by its content: a click on itself is one on the backdrop.
        if (event.target === dialog.current) onClose();
      }}
    >
      {open && (
        <div className={style.content}>
          <h2 id={id}>{title}</h2>
          {children}
        </div>
      )}
    </dialog>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={style.actions}>{children}</div>;
}
