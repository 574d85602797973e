/** Whether this browser supports reminders, and whether it has one. */
import { readStored } from '../../../lib/storage.ts';

type ReminderState = 'impossible' | 'blocked' | 'on' | 'offered';

/** The storage key of the visit that this browser is reminded of. */
export const REMINDED_KEY = 'holdline:reminded';

/**
 * Whether reminders are supported: a browser with `PushManager` has service workers and notifications, too. An iPhone
 * has it only for a page on its home screen; no browser has it without https.
 */
export function reminderState(visitId: string): ReminderState {
  if (!('PushManager' in window)) return 'impossible';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = Notification.permission === 'granted' && readStored(REMINDED_KEY) === visitId;
  return isOn ? 'on' : 'offered';
}
