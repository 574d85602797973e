/** The activity of a location, and who did what to a visit, in English. */
import type { ActivityKind } from '../../../contracts/activity.ts';
import { product } from '../../../product.ts';
import type { Actor, EventKind, EventReason } from '../../../queue/events.ts';
import type { SettingName } from '../../../queue/settings.ts';
import { joining } from '../labels.ts';
import { settingsCopy, settingWords } from './settings.ts';

/** The parameters of a sentence. `Guest` begins a sentence, `guest` does not. `isByGuest`: the guest is the actor. */
type Words = { who: string; guest: string; Guest: string; isByGuest: boolean };

export const activityCopy = {
  title: 'Activity',
  open: 'Activity',
  subtitle: 'Who did what at this location, newest first',
  location: 'Location',
  who: 'Who',
  everybody: 'Everybody',
  kind: 'What',
  everything: 'Everything',
  day: 'Day',
  kinds: {
    joins: 'Joins and walk-ins',
    calls: 'Calls',
    moves: 'Moves and returns',
    replies: 'Replies of guests',
    outcomes: 'Outcomes',
    edits: 'Edits and erasures',
    location: 'Pauses, settings, duty',
  } satisfies Record<ActivityKind, string>,
  empty: 'Nothing happened here yet.',
  emptyFilter: 'Nothing fits this choice.',
  showAll: 'Show everything',
  older: 'Show older',
  loading: 'Loading…',
  loadFailed: 'The activity could not be loaded.',
  tryAgain: 'Try again',
  download: 'Download CSV',
  downloadFailed: 'The activity could not be downloaded',
  note: 'Names of guests are erased 30 days after a visit. What happened stays.',
  /** Name of the CSV file. `place` may be empty. */
  file: (about: { username: string; place: string; day: string }) =>
    `${[about.username, 'activity', about.place, about.day].filter(Boolean).join('-')}.csv`,
  /** Headers of the file's columns, in the order of `features/activity/activity-csv.ts`. */
  heads: {
    time: 'Time',
    timezone: 'Time Zone',
    utc: 'Time (UTC)',
    location: 'Location',
    who: 'Who',
    kind: 'Kind',
    guest: 'Guest',
    from: 'From Place',
    to: 'To Place',
    what: 'What Happened',
  },
  /** Names of actors. A current member appears under the member's own name. */
  actors: {
    guest: 'Guests',
    owner: 'Owner',
    member: 'A former member',
    operator: `${product.name} support`,
    provider: 'The text service',
    system: product.name,
  } satisfies Record<Actor['kind'], string>,
  /** The filter for all people who no longer work here. */
  formerMembers: 'Former members',
  /** A current member who has given no name. */
  noName: 'A member',
  /** This comma separates a sentence from its cause, and separates the names of people. */
  comma: ', ',
  /** Stands between names of settings. */
  semicolon: '; ',
  guest: 'a guest',
  Guest: 'A guest',
  sentences: {
    joined: ({ Guest }) => `${Guest} joined`,
    added: ({ who, guest }) => `${who} added ${guest}`,
    preference_changed: ({ Guest }) => `${Guest} changed how to wait`,
    edited: ({ who, guest }) => `${who} edited ${guest}`,
    moved: ({ who, guest }) => `${who} moved ${guest}`,
    on_my_way: ({ Guest }) => `${Guest} is on the way`,
    more_time: ({ Guest }) => `${Guest} asked for 5 more minutes`,
    almost_there_told: ({ who, guest }) => `${who} told ${guest}: nearly there`,
    admitted: ({ who, guest }) => `${who} admitted ${guest}`,
    called_again: ({ who, guest }) => `${who} called ${guest} again`,
    hold_ended: ({ guest }) => `The hold of ${guest} ended`,
    put_back: ({ who, guest }) => `${who} put ${guest} back in line`,
    undone: ({ who, guest }) => `${who} took back the last action on ${guest}`,
    recalled: ({ who, guest }) => `${who} recalled ${guest}`,
    arrived: ({ who, guest }) => `${who} marked ${guest} as arrived`,
    no_show: ({ who, guest, Guest, isByGuest }) =>
      isByGuest ? `${Guest} cannot come` : `${who} marked ${guest} as a no-show`,
    auto_resolved: ({ guest }) => `The visit of ${guest} ended without an outcome`,
    left: ({ who, guest, Guest, isByGuest }) =>
      isByGuest ? `${Guest} left` : `${who} ended the visit of ${guest}`,
    removed: ({ who, guest }) => `${who} removed ${guest}`,
    erased: ({ who, guest, Guest, isByGuest }) =>
      isByGuest ? `${Guest} erased their own data` : `${who} erased the data of ${guest}`,
  } satisfies Record<EventKind, (words: Words) => string>,
  ofLocation: {
    paused: (who: string) => `${who} paused joining`,
    resumed: (who: string) => `${who} resumed joining`,
    serversSet: (who: string, servers: number | null) =>
      servers === null ? `${who} no longer tells how many serve` : `${who} set ${servers} serving`,
    dutyBegan: (who: string) => `${who} went on duty`,
    dutyEnded: (who: string) => `${who} went off duty`,
    addressChanged: (who: string) => `${who} changed the address`,
    creditsSet: (who: string) => `${who} set the credits`,
    settingsChanged: (who: string, settings: string) => `${who} changed settings: ${settings}`,
  },
  /** Added to the sentence: the places in line before and after the change. */
  fromTo: (from: number, to: number) => ` from ${from} to ${to}`,
  to: (to: number) => ` to ${to}`,
  place: (place: number) => ` (#${place})`,
  reasons: {
    hold_over: 'the hold was over',
    unresolved: 'no outcome was set',
    near: 'near the front',
    by_text: 'by text',
    number_set: 'with another number',
    location_closed: 'the location closed',
    person_erased: 'the guest asked to be erased',
    wait_over: 'nobody called the party in time',
    no_guest: 'as one of many joins from one sender',
    day_over: 'the day was over',
    rights_changed: 'the role changed or ended',
  } satisfies Record<EventReason, string>,
  settings: {
    paused: joining.pause,
    timezone: settingsCopy.queue.timeZone,
    hours: settingsCopy.queue.hours,
    holdMs: settingWords.holdMs.label,
    afterHold: settingWords.afterHold.label,
    undo: settingWords.undo.label,
    capacity: settingWords.capacity.label,
    turnText: settingsCopy.texts.turnText,
    nearlyAt: settingsCopy.texts.nearly,
    country: settingsCopy.numbers.country,
    textCountries: settingsCopy.numbers.more,
    memberCharts: settingWords.memberCharts.label,
  } satisfies Record<SettingName, string>,
};
