/** An event of the log in words: who did it, and a sentence such as 'Sari moved Budi from 4 to 2'. Pure. */
import type { ActivityEvent } from './contracts/activity.ts';
import type { PeopleOnDuty } from './contracts/queue-view.ts';
import { activityCopy } from './copy/owner/activity.ts';
import type { OwnerCatalogue } from './copy/owner-catalogue.ts';

/** An event with the name of the guest, if the name is known. */
export type ToldEvent = Omit<ActivityEvent, 'n'>;

type Say = OwnerCatalogue['activityCopy'];
type Done = Pick<ToldEvent, 'actor' | 'actorName'>;

/** The actor's name, in the page's language. */
export function whoOf(event: Done): string {
  return whoIn(activityCopy, event);
}

/** The sentence of an event, in the page's language. */
export function sentenceOf(event: ToldEvent): string {
  return sentenceIn(activityCopy, event);
}

/** The actor's name. A member who has left the team has no name. */
export function whoIn(say: Say, { actor, actorName }: Done): string {
  const [kind = ''] = actor.split(':');
  return actorName === ''
    ? say.noName
    : (actorName ?? (isKeyOf(kind, say.actors) ? say.actors[kind] : actor));
}

/** The sentence of an event. If this page does not know the kind of the event, the kind itself is shown. */
export function sentenceIn(say: Say, event: ToldEvent): string {
  const { kind, reason } = event;
  const cause =
    reason === undefined ? undefined : isKeyOf(reason, say.reasons) ? say.reasons[reason] : reason;
  const sentence = isKeyOf(kind, say.sentences)
    ? `${say.sentences[kind](wordsOf(say, event))}${placesOf(say, event)}`
    : ofLocation(say, event);
  return [sentence, cause].filter(Boolean).join(say.comma);
}

/** The names of the people on duty, in one line. */
export function namesOnDuty(people: PeopleOnDuty): string {
  const say = activityCopy;
  return people
    .map(({ actor, name }) => isolated(say, name ?? (actor === 'owner' ? say.actors.owner : say.noName)))
    .join(say.comma);
}

function wordsOf(say: Say, event: ToldEvent) {
  const isByGuest = event.actor === 'guest';
  const guest = event.guest && isolated(say, event.guest);
  const Guest = guest ?? say.Guest;
  return {
    who: isByGuest ? Guest : isolated(say, whoIn(say, event)),
    guest: guest ?? say.guest,
    Guest,
    isByGuest,
  };
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * A name as a part of a sentence. If the name or the language is read from right to left, invisible marks around the
 * name keep the words beside it in order.
 */
function isolated({ title }: Say, name: string): string {
  return RIGHT_TO_LEFT.test(title) || RIGHT_TO_LEFT.test(name) ? `\u{2068}${name}\u{2069}` : name;
}

function placesOf(say: Say, { kind, position, fromPosition }: ToldEvent): string {
  if (position === 0) return '';
  if (fromPosition !== undefined) return say.fromTo(fromPosition, position);
  return kind === 'moved' ? say.to(position) : say.place(position);
}

function ofLocation(say: Say, event: ToldEvent): string {
  const who = isolated(say, whoIn(say, event));
  const { servers = null, settings = [] } = event;
  switch (event.kind) {
    case 'paused':
      return say.ofLocation.paused(who);
    case 'resumed':
      return say.ofLocation.resumed(who);
    case 'servers_set':
      return say.ofLocation.serversSet(who, servers);
    case 'duty_began':
      return say.ofLocation.dutyBegan(who);
    case 'duty_ended':
      return say.ofLocation.dutyEnded(who);
    case 'address_changed':
      return say.ofLocation.addressChanged(who);
    case 'credits_set':
      return say.ofLocation.creditsSet(who);
    case 'settings_changed':
      return say.ofLocation.settingsChanged(
        who,
        settings.map((name) => (isKeyOf(name, say.settings) ? say.settings[name] : name)).join(say.semicolon),
      );
    default:
      return event.kind;
  }
}

function isKeyOf<Table extends object>(key: string, table: Table): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key);
}
