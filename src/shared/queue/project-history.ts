/** Creates the history of one visit for staff: the visit's events and its text messages. Pure. */
import type { VisitHistory } from '../contracts/queue-view.ts';
import { iso } from '../time/iso.ts';
import type { TextFault, TextProgress } from '../text/text-states.ts';
import type { VisitEvent } from './events.ts';
import { NOT_A_SUMMON, textState } from './rules/texts/texts.ts';
import type { Visit } from './state.ts';

/** An event of a visit as the log stores it. */
export type LoggedEvent = Omit<VisitEvent, 'visitId' | 'actor' | 'fromPosition'> & {
  actor: string;
  fromPosition: number | null;
};

/** The progress of one text. `call` is the number of the call to which the message belongs. */
type TextOfCall = { call: number; progress: TextProgress; fault: TextFault | null };

/**
 * The events and texts of a visit, each in order of time. The time of a message is the time of the event that queued
 * the message. Call number n belongs to the n-th event of the kind `admitted` or `called_again`.
 */
export function historyOf(
  visit: Visit,
  events: readonly LoggedEvent[],
  texts: readonly TextOfCall[],
): VisitHistory {
  const calls = events.filter(({ kind }) => kind === 'admitted' || kind === 'called_again');
  const almostThere = events.find(({ kind }) => kind === 'almost_there_told');
  const asked = [
    ...(almostThere ? [{ cause: almostThere, call: NOT_A_SUMMON }] : []),
    ...calls.map((cause, index) => ({ cause, call: index + 1 })),
  ];
  return {
    events: events.map(({ kind, at, position, fromPosition, actor, reason }) => ({
      kind,
      at: iso(at),
      position,
      ...(fromPosition !== null && { fromPosition }),
      actor,
      ...(reason !== null && { reason }),
    })),
    texts: asked
      .toSorted((one, other) => one.cause.at - other.cause.at)
      .flatMap(({ cause, call }) =>
        statesOf(visit, call, texts).map((state) => ({ kind: kindOf(cause), at: iso(cause.at), ...state })),
      ),
  };
}

/** The states of the texts of a call. If no text was sent for the last call, the reason is stored only in the visit. */
function statesOf(visit: Visit, call: number, texts: readonly TextOfCall[]) {
  const isLast = call !== NOT_A_SUMMON && call === visit.summonCount;
  const notSent = isLast && visit.text?.status === 'not_sent' ? visit.text : null;
  const tried = texts
    .filter((text) => text.call === call)
    .map(({ progress, fault }) => textState(progress, fault ?? undefined));
  return [...tried, notSent].filter((state) => state !== null);
}

function kindOf({ kind }: LoggedEvent): VisitHistory['texts'][number]['kind'] {
  if (kind === 'almost_there_told') return 'almost_there';
  return kind === 'called_again' ? 'call_again' : 'turn';
}
