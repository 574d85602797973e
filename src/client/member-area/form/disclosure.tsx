import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonTone } from '../../ui/form/button.tsx';
import styles from './edit-form.module.css';

type Props = {
  label: string;
  /** The button's name for a screen reader, if several buttons have this label. The name must begin with the label. */
  accessibleName?: string;
  tone?: ButtonTone;
  /** The content shown instead of the button; `close` hides it and focuses the button again. */
  children: (close: () => void) => ReactNode;
};

/** A button. After a press, a form replaces the button. */
export function Disclosure({ label, accessibleName, tone = 'quiet', children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);

  function show(open: boolean): void {
    flushSync(() => setOpen(open));
    container.current?.querySelector<HTMLElement>('input, button')?.focus();
  }

  return (
    <div ref={container} className={isOpen ? styles.unfolded : undefined}>
      {isOpen ? (
        children(() => show(false))
      ) : (
        <Button
          tone={tone}
          aria-label={accessibleName}
          className={tone === 'danger' ? styles.serious : undefined}
          onClick={() => show(true)}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
