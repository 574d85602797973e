/** Decides commands about one visit: calls the rule that belongs to the command. */
import type { Command } from './commands.ts';
import { unchanged, type DecideContext, type Decision } from './decision.ts';
import { autoResolve, cannotCome, endHold } from './rules/admission.ts';
import { edit } from './rules/edit.ts';
import { changePreference, endWait, leave, move } from './rules/queue.ts';
import { isStaffAction, staffActions, type StaffActionName } from './rules/staff-actions.ts';
import { notifyAlmostThere } from './rules/texts/almost-there.ts';
import { answerByText, reply } from './rules/texts/replies.ts';
import { maskedNumber } from './masked-number.ts';
import type { Location, Visit } from './state.ts';
import type { QueueState } from './storage.ts';

export type VisitCommand = Exclude<
  Extract<Command, { visit: unknown }>,
  { kind: 'page-opened' | 'erase-guest' }
>;

function isStaffCommand(command: VisitCommand): command is VisitCommand & { kind: StaffActionName } {
  return isStaffAction(command.kind);
}

/**
 * Decides a command about one visit. If the state of the visit does not allow the command yet, or no longer allows it,
 * the visit stays unchanged.
 */
export function decideVisit(
  state: QueueState,
  location: Location,
  visit: Visit,
  command: VisitCommand,
  { now, readNumber }: DecideContext,
): Decision {
  const line = state.line(visit);
  if (isStaffCommand(command)) return staffActions[command.kind](location, visit, line, now);
  switch (command.kind) {
    case 'move':
      return move(location, visit, line, command.position);
    case 'edit': {
      const { country } = location.settings;
      const { change } = command;
      const read = (typed: string) => readNumber(typed, country);
      return edit(location, visit, line, { change, readNumber: read }, now);
    }
    case 'cannot-come':
      return cannotCome(location, visit, now);
    case 'leave':
      return leave(location, visit, line, now);
    case 'on-my-way':
      return reply(location, visit, line, { reply: 'on_my_way' }, now);
    case 'more-time':
      return reply(location, visit, line, { reply: 'more_time', position: command.position }, now);
    case 'change-preference': {
      const { waitingPreference, language } = command;
      // A page that was opened by a link knows only the masked number, and sends the masked number back.
      const isKnown = command.phoneNumber === maskedNumber(visit.phoneNumber);
      const phoneNumber = isKnown ? visit.phoneNumber : command.phoneNumber;
      const textNumber = readNumber(phoneNumber, location.settings.country);
      return changePreference(
        location,
        visit,
        line,
        { waitingPreference, phoneNumber, textNumber, language },
        now,
      );
    }
    case 'change-language':
      return changePreference(location, visit, line, { ...visit, language: command.language }, now);
    case 'answer-by-text':
      return answerByText(location, visit, line, command, now).decision;
    case 'end-hold':
      return endHold(location, visit, now) ?? unchanged(location, visit);
    case 'end-wait':
      return endWait(location, visit, line, now) ?? unchanged(location, visit);
    case 'auto-resolve':
      return autoResolve(location, visit, now) ?? unchanged(location, visit);
    case 'notify-almost-there':
      return (
        notifyAlmostThere(
          location,
          visit,
          { position: line.positionOf(visit.id), networks: state.networksOf(visit.id) },
          now,
        ) ?? unchanged(location, visit)
      );
  }
}
