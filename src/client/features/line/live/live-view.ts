/** Keeps the view of a location that the live socket sends. Pure. */
import type { StaffMessage } from '../../../../shared/contracts/live.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { applyChange } from './apply-change.ts';

/** A view with its version. `atMs`: the time of the view's last message, on `performance.now()`. */
export type LiveView = { view: LocationView; version: number; atMs: number };

/** The view after a message, or 'gap' if a message was missed and the whole view must be requested. */
export function afterMessage(
  known: LiveView | undefined,
  message: StaffMessage,
  atMs: number,
): LiveView | 'gap' {
  if (message.type === 'queue') {
    const { type: _type, version, serverNow: _serverNow, ...view } = message;
    return { view, version, atMs };
  }
  if (known === undefined || message.version > known.version + 1) return 'gap';
  // The server has already sent a whole view that contains this change.
  if (message.version <= known.version) return known;
  return { view: applyChange(known.view, message), version: message.version, atMs };
}
