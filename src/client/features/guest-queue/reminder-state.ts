/** What this browser can do and has done about a reminder. */
import { readStored } from '../../lib/storage.ts';

export type ReminderState = 'impossible' | 'blocked' | 'on' | 'offered';

/** Where it is kept which visit this browser is reminded of. */
export const REMINDED_KEY = 'holdline:reminded';

/** An iPhone can only once the page is on its home screen: before that it has no `PushManager`. */
export function reminderState(visitId: string): ReminderState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'impossible';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = Notification.permission === 'granted' && readStored(REMINDED_KEY) === visitId;
  return isOn ? 'on' : 'offered';
}
