import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import style from './toast.module.css';

type Options = {
  body?: string | undefined;
  /** 'bad' is announced at once and stands in the danger colour. */
  tone?: 'bad' | undefined;
  action?: { label: string; run: () => void } | undefined;
};
type Toast = Options & { id: number; title: string };

const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 10_000;
const MAX_SHOWN = 3;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const nothing: readonly Toast[] = [];

function show(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function dismiss(id: number): void {
  show(shown.filter((toast) => toast.id !== id));
}

/**
 * Tells something without asking for anything. It goes by itself: 6 s, or 10 s where it offers an action. One with the
 * same title as an older one takes its place.
 */
export function toast(title: string, options: Options = {}): void {
  const others = shown.filter((one) => one.title !== title);
  show([...others, { ...options, id: ++lastId, title }].slice(-MAX_SHOWN));
}

/** Takes all toasts away: what they said belongs to a step that is over. */
export function dismissToasts(): void {
  show(nothing);
}

type Words = { region: string; dismiss: (title: string) => string };
const english: Words = { region: 'Notifications', dismiss: (title) => `Dismiss: ${title}` };

/**
 * Where toasts appear, once per page. The two live regions exist from the first paint, else the first message would
 * not be read out. On top, where the thumb and the page's last button are not; under the header where there is one.
 */
export function Toaster({ words = english }: { words?: Words }) {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => nothing,
  );
  const polite = toasts.findLast((one) => one.tone !== 'bad');
  const assertive = toasts.findLast((one) => one.tone === 'bad');
  return (
    <>
      <div className="sr" role="status">
        {polite && <Spoken key={polite.id} toast={polite} />}
      </div>
      <div className="sr" role="alert">
        {assertive && <Spoken key={assertive.id} toast={assertive} />}
      </div>
      <section className={style.toasts} aria-label={words.region}>
        {toasts.map((one) => (
          <ToastCard key={one.id} toast={one} words={words} />
        ))}
      </section>
    </>
  );
}

function Spoken({ toast }: { toast: Toast }) {
  return (
    <span>
      {toast.title}
      {toast.body && `${/[.!?]$/.test(toast.title) ? '' : '.'} ${toast.body}`}
    </span>
  );
}

function ToastCard({ toast, words }: { toast: Toast; words: Words }) {
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(toast.id), toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast]);
  return (
    <div
      ref={card}
      className={style.toast}
      data-tone={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => setHeld(card.current?.contains(event.relatedTarget) ?? false)}
    >
      <p className={style.words}>
        <b>{toast.title}</b>
        {toast.body && <span>{toast.body}</span>}
      </p>
      {toast.action && (
        <button
          type="button"
          className={style.button}
          onClick={() => {
            toast.action?.run();
            dismiss(toast.id);
          }}
        >
          <u>{toast.action.label}</u>
        </button>
      )}
      <button
        type="button"
        className={style.button}
        aria-label={words.dismiss(toast.title)}
        onClick={() => dismiss(toast.id)}
      >
        <Icon name="cross" size={18} />
      </button>
    </div>
  );
}
