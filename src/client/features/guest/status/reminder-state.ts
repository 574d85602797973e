/** What this browser can do and has done about a reminder. */
import { readStored } from '../../../lib/storage.ts';

type ReminderState = 'impossible' | 'blocked' | 'on' | 'offered';

/** Where it is kept which visit this browser is reminded of. */
export const REMINDED_KEY = 'holdline:reminded';

/**
 * Whatever has a `PushManager` has service workers and notifications, too. An iPhone has one only once the page is on its home
 * screen, and nobody without https.
 */
export function reminderState(visitId: string): ReminderState {
  if (!('PushManager' in window)) return 'impossible';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = Notification.permission === 'granted' && readStored(REMINDED_KEY) === visitId;
  return isOn ? 'on' : 'offered';
}
