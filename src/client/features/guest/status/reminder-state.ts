/** Whether this browser supports reminders by web push, and whether a reminder is on. */
import { readStored } from '../../../lib/storage.ts';

type ReminderState = 'impossible' | 'blocked' | 'on' | 'offered';

/** The storage key for the id of the visit whose reminder is on in this browser. */
export const REMINDED_KEY = 'holdline:reminded';

/**
 * The state of reminders in this browser. A browser with `PushManager` also has service workers and notifications. An
 * iPhone has `PushManager` only for a page on its home screen, and every browser needs https.
 */
export function reminderState(visitId: string): ReminderState {
  if (!('PushManager' in window)) return 'impossible';
  if (Notification.permission === 'denied') return 'blocked';
  const isOn = Notification.permission === 'granted' && readStored(REMINDED_KEY) === visitId;
  return isOn ? 'on' : 'offered';
}
