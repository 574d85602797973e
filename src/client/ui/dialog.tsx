import { useEffect, useId, useRef, type ReactNode } from 'react';
import style from './dialog.module.css';

type Props = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/**
 * A modal dialog for confirmations. The browser traps the focus, handles Escape and restores the focus. The browser
 * focuses the first control, so the first button in `DialogActions` must be the safe choice.
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
      onClose={() => {
        // The browser sends the close event with a delay, so the dialog may be open again when the event arrives.
        if (!dialog.current?.open) onClose();
      }}
      onClick={(event) => {
        // The content covers the whole box of the dialog, so a click whose target is the dialog is a click on the
        // backdrop.
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
