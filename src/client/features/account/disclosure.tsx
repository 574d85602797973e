import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonTone } from '../../ui/form/button.tsx';
import styles from './account.module.css';

type Props = {
  label: string;
  tone?: ButtonTone;
  /** What unfolds in place of the button; `close` folds it again and gives the button the focus. */
  children: (close: () => void) => ReactNode;
};

/** Something to do that is not there until it is asked for: a button that gives its place to a form. */
export function Disclosure({ label, tone = 'quiet', children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  function show(open: boolean): void {
    flushSync(() => setOpen(open));
    place.current?.querySelector<HTMLElement>('input, button')?.focus();
  }

  return (
    <div ref={place} className={isOpen ? styles.unfolded : undefined}>
      {isOpen ? (
        children(() => show(false))
      ) : (
        <Button
          tone={tone}
          className={tone === 'danger' ? styles.serious : undefined}
          onClick={() => show(true)}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
