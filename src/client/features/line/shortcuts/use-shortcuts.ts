import { useEffect, useEffectEvent } from 'react';
import { shortcutOf, type Shortcut } from './shortcuts.ts';

/**
 * Listens to the shortcuts, except in a field, a panel, a modal dialog or a menu, which use these keys themselves. If
 * `onShortcut` returns true, the shortcut had an effect, and the browser's default action is prevented.
 */
export function useShortcuts(enabled: boolean, onShortcut: (shortcut: Shortcut) => boolean): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTaken(event.target)) return;
    const shortcut = shortcutOf(event);
    if (shortcut !== null && onShortcut(shortcut)) event.preventDefault();
  });

  useEffect(() => {
    if (!enabled) return undefined;
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}

function isTaken(target: EventTarget | null): boolean {
  const isField = target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
  return isField || document.querySelector('dialog:modal, :popover-open') !== null;
}
