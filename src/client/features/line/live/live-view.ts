/** The view of one location from its live socket. Pure. */
import type { StaffMessage } from '../../../../shared/contracts/live.ts';
import type { LocationView } from '../../../../shared/contracts/queue-view.ts';
import { applyChange } from './apply-change.ts';

/** `atMs` is on `performance.now()`: the view knows everything the socket told before it. */
export type LiveView = { view: LocationView; version: number; atMs: number };

/** The view after a message, or 'gap' when a message was missed and the whole view has to be requested. */
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
  // Sent twice: a whole view overtook a change that it already contains.
  if (message.version <= known.version) return known;
  return { view: applyChange(known.view, message), version: message.version, atMs };
}
