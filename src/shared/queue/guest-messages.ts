/** Messages to the pages of a guest. Pure. */
import type { MovedMessage, PositionMessage, StatusMessage } from '../contracts/live.ts';
import { iso } from '../time/iso.ts';
import { project, sentenceOfPosition, waitAtPosition } from './project.ts';
import { moreTimeInLine, type LinePosition } from './rules/texts/replies.ts';
import type { Location, Service, Visit } from './state.ts';
import type { QueueState } from './storage.ts';

/** The whole status of a visit. */
export function statusMessage(
  state: QueueState,
  location: Location,
  visit: Visit,
  now: number,
): StatusMessage {
  return { type: 'status', ...project.guest(state, location, visit, now), version: location.version };
}

/** The message to a guest in line if only the guest's position and estimate have changed. */
export function movedMessage(
  service: Service,
  version: number,
  linePosition: LinePosition,
  hasHadMoreTime: boolean,
  now: number,
): MovedMessage {
  const { position } = linePosition;
  const { estimatedWaitMinutes, estimate } = waitAtPosition(service, position, now);
  const moreTime = hasHadMoreTime ? null : moreTimeInLine(service, linePosition);
  return {
    type: 'moved',
    to: [version, position, estimatedWaitMinutes, estimate.low, estimate.high, moreTime?.places ?? 0, now],
    ...(estimate.method === 'fixed' && { fixed: true }),
  };
}

/** The message for pages of earlier releases, which cannot read `movedMessage`. */
export function positionMessage(
  service: Service,
  linePosition: LinePosition,
  hasHadMoreTime: boolean,
  now: number,
): PositionMessage {
  const { position } = linePosition;
  const moreTime = hasHadMoreTime ? null : moreTimeInLine(service, linePosition);
  return {
    type: 'place',
    ...waitAtPosition(service, position, now),
    ...(moreTime !== null && { moreTime }),
    message: sentenceOfPosition(position),
    serverNow: iso(now),
  };
}
