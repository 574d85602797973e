/** An event of the log in words: who did it, and a sentence such as 'Sari moved Budi from 4 to 2'. Pure. */
import type { ActivityEvent } from './contracts/activity.ts';
import type { PeopleOnDuty } from './contracts/queue-view.ts';
import { activityCopy as say } from './copy/owner/activity.ts';
import { pageLanguage } from './copy/page-language.ts';
import { languageFacts } from './languages.ts';

/** An event, and the name of its guest if it is known. */
export type ToldEvent = Omit<ActivityEvent, 'n'>;

/** The actor's name. A member who has left the team has no name. */
export function whoOf({ actor, actorName }: Pick<ToldEvent, 'actor' | 'actorName'>): string {
  const [kind = ''] = actor.split(':');
  return actorName ?? (isKeyOf(kind, say.actors) ? say.actors[kind] : actor);
}

/** The sentence of an event. An event of a kind that this page does not know is shown as it is. */
export function sentenceOf(event: ToldEvent): string {
  const { kind, reason } = event;
  const cause =
    reason === undefined ? undefined : isKeyOf(reason, say.reasons) ? say.reasons[reason] : reason;
  const sentence = isKeyOf(kind, say.sentences)
    ? `${say.sentences[kind](wordsOf(event))}${placesOf(event)}`
    : ofLocation(event);
  return [sentence, cause].filter(Boolean).join(say.comma);
}

/** The names of the people on duty, in one line. */
export function namesOnDuty(people: PeopleOnDuty): string {
  return people
    .map(({ actor, name }) => isolated(name ?? (actor === 'owner' ? say.actors.owner : say.noName)))
    .join(say.comma);
}

function wordsOf(event: ToldEvent) {
  const isByGuest = event.actor === 'guest';
  const guest = event.guest && isolated(event.guest);
  const Guest = guest ?? say.Guest;
  return { who: isByGuest ? Guest : isolated(whoOf(event)), guest: guest ?? say.guest, Guest, isByGuest };
}

const isFromRight = languageFacts[pageLanguage].direction === 'rtl';
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A name for a sentence: letters of the other direction must not change the order of the words and numbers beside it. */
function isolated(name: string): string {
  return isFromRight || RIGHT_TO_LEFT.test(name) ? `\u{2068}${name}\u{2069}` : name;
}

function placesOf({ kind, position, fromPosition }: ToldEvent): string {
  if (position === 0) return '';
  if (fromPosition !== undefined) return say.fromTo(fromPosition, position);
  return kind === 'moved' ? say.to(position) : say.place(position);
}

function ofLocation(event: ToldEvent): string {
  const who = isolated(whoOf(event));
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
