import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icon.tsx';
import style from './toast.module.css';

type Options = {
  /** The person that the toast is about. Set `about` only if the title and the body do not contain this name. */
  about?: string | undefined;
  body?: string | undefined;
  /** `bad`: screen readers announce the toast at once, and the toast has the danger colour. */
  tone?: 'bad' | undefined;
  /**
   * An action that the toast offers for `forMs` milliseconds. After this time the toast disappears, even if the pointer
   * is on the toast.
   */
  action?: { label: string; run: () => void; forMs: number } | undefined;
};
type Toast = Options & { id: number; title: string };

const SHOWN_MS = 6_000;
const MAX_SHOWN = 3;

let shown: readonly Toast[] = [];
let lastId = 0;
/** The page's element for toasts. Null if toasts are shown over the page. */
let place: HTMLElement | null = null;
const listeners = new Set<() => void>();
const nothing: readonly Toast[] = [];

function show(next: readonly Toast[]): void {
  shown = next;
  tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/**
 * Shows the toasts in this element instead of over the page. Returns a function that shows the toasts over the page
 * again.
 */
export function claimToasts(element: HTMLElement): () => void {
  place = element;
  tellListeners();
  return () => {
    if (place === element) place = null;
    tellListeners();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function dismiss(id: number): void {
  show(shown.filter((toast) => toast.id !== id));
}

/**
 * Shows a toast. The toast disappears after 6 s, or when its action is no longer offered. The new toast replaces an
 * older toast with the same title about the same person. Returns a function that removes the toast early.
 */
export function toast(title: string, options: Options = {}): () => void {
  const id = ++lastId;
  const others = shown.filter((one) => one.title !== title || one.about !== options.about);
  show([...others, { ...options, id, title }].slice(-MAX_SHOWN));
  return () => dismiss(id);
}

/**
 * Removes toasts that are no longer relevant. A toast with an action stays until the action is no longer offered. A
 * toast about another person than `about` also stays, because it reports a failure that is not solved yet.
 */
export function dismissToasts(about?: string): void {
  const stays = (one: Toast) => one.action !== undefined || (one.about !== undefined && one.about !== about);
  show(shown.filter(stays));
}

/** Removes all toasts, even toasts with an action, because another person may now see the screen. */
export function clearToasts(): void {
  show([]);
}

type Words = { region: string; dismiss: (title: string) => string };

/**
 * Contains the toasts; render it once on a page. The two live regions of the container exist from the first paint,
 * because screen readers announce only text that is inserted into an existing live region. Toasts are shown in the
 * page's `ToastLine`. On a page without a `ToastLine`, toasts are at the top below the header, far from the thumb and
 * from the page's last button.
 */
export function Toaster({ words }: { words: Words }) {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => nothing,
  );
  const within = useSyncExternalStore(
    subscribe,
    () => place,
    () => null,
  );
  const polite = toasts.findLast((one) => one.tone !== 'bad');
  const assertive = toasts.findLast((one) => one.tone === 'bad');
  const cards = (
    <section className={within === null ? style.toasts : style.lines} aria-label={words.region}>
      {toasts.map((one) => (
        <ToastCard key={one.id} toast={one} words={words} />
      ))}
    </section>
  );
  return (
    <>
      <div className="sr" role="status">
        {polite && <ToastAnnouncement key={polite.id} toast={polite} />}
      </div>
      <div className="sr" role="alert">
        {assertive && <ToastAnnouncement key={assertive.id} toast={assertive} />}
      </div>
      {within === null ? cards : createPortal(cards, within)}
    </>
  );
}

function ToastAnnouncement({ toast }: { toast: Toast }) {
  return (
    <span>
      {[toast.title, toast.about, toast.body].filter((line) => line !== undefined).reduce(asSentences)}
    </span>
  );
}

function asSentences(before: string, next: string): string {
  return `${before}${/[.!?]$/.test(before) ? '' : '.'} ${next}`;
}

function ToastCard({ toast, words }: { toast: Toast; words: Words }) {
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const { id, action } = toast;
  const stays = held && action === undefined;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => dismiss(id), action?.forMs ?? SHOWN_MS);
    return () => clearTimeout(timer);
  }, [stays, id, action]);
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
        {toast.about && <bdi>{toast.about}</bdi>}
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
