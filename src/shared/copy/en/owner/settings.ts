/**
 * The owner's settings in English. `tests/pure/shared/spec-texts.test.ts` checks the sentences that the specification
 * prescribes.
 */
import { UNDO_MS } from '../../../limits.ts';
import type { SettingGroup, settings, SettingWith } from '../../../queue/settings.ts';
import { tooLongForOneText } from '../texts.ts';
import { joining } from '../labels.ts';
import { isOne } from '../words.ts';

export const settingsCopy = {
  page: {
    title: 'Business Settings',
    information: 'Business Information',
    businessName: 'Business Name',
    username: 'Username',
    email: 'Email',
    plan: 'Plan',
    defaultPlan: 'Basic',
    editName: 'Edit name',
    qrTitle: 'Queue QR Code',
    qrSubtitle: 'One code for all locations: guests choose theirs from a list.',
    joinUrl: 'Join URL',
    generate: 'Generate QR Code',
    download: 'Download QR Code',
    qrFile: (username: string | undefined) => `${username || 'business'}-queue-qr.png`,
    qrCaption: 'Customers can scan this QR code to join your queue',
    qrAlt: (url: string) => `QR code for ${url}`,
    locationsTitle: 'Location Management',
    locationsSubtitle: (used: number, max: number) =>
      `Add and manage your business locations (${used}/${max} locations used)`,
    addTitle: 'Add New Location',
    address: 'Location Address',
    addressPlaceholder: 'Enter location address (e.g., 123 Main St, City, State)',
    add: 'Add Location',
    limitPlaceholder: (max: number) => `Maximum ${max} locations reached`,
    limitNote: 'You have reached the maximum number of locations for your plan.',
    currentTitle: 'Current Locations',
    inQueue: (n: number) => (isOne(n) ? `${n} customer in queue` : `${n} customers in queue`),
    noneTitle: 'No locations added yet.',
    noneHint: 'Add your first location above to get started.',
    editAddress: 'Edit address',
    editAddressOf: (address: string) => `Edit address: ${address}`,
    newAddress: 'New address',
    newAddressHint: 'Guests see it on their page and on the poster. Links, codes and the line stay.',
    saveAddress: 'Save address',
    saving: 'Saving...',
    addressSaved: 'Address saved',
    addressNotSaved: 'The address was not saved',
    upgrade: 'Upgrade for more locations',
    removeLabel: (address: string) => `Remove ${address}`,
    unknownLocation: 'That location is not on your list any more. Please reload the page.',
    removeTitle: 'Remove Location',
    removeQuestion: (address: string) =>
      `Are you sure you want to remove "${address}"? This action cannot be undone and will remove all customers from the queue at this location.`,
    cancel: 'Cancel',
    confirmRemove: 'Remove Location',
    downloadSvg: 'Download SVG',
    qrVectorFile: (username: string | undefined) => `${username || 'business'}-queue-qr.svg`,
  },
  /** The code of one location: `/queue/{username}?at={locationId}`. */
  codes: {
    caption: 'Leads straight to this location.',
    open: 'Open it',
    openFor: (location: string) => `Open it: ${location}`,
    copyFor: (location: string) => `Copy link: ${location}`,
    downloadFor: (location: string) => `Download QR Code: ${location}`,
    file: (username: string, location: string) =>
      `${[username, location].filter(Boolean).join('-')}-queue-qr.png`,
    notDrawn: 'The code could not be drawn.',
    again: 'Try again',
  },
  /** The poster for the door: preview and print. */
  poster: {
    open: 'Print poster',
    title: 'Poster for your door',
    openFor: (location: string) => `Print poster: ${location}`,
    intro: 'One page on white. It fits A4 and Letter.',
    languages: 'Languages of the poster',
    withEnglish: (language: string) => `${language}, English`,
    print: 'Print',
    close: 'Close',
  },
  /** The turn text. */
  texts: {
    turnText: 'Your own “it’s your turn” text',
    turnTextHint:
      'Use {business}, {minutes} and {link}. Leave it empty for our words, which are in the guest’s language. Your own text is sent as written, after your name and ours.',
    preview: 'What a guest gets',
    /** `used` of `max` characters, as carriers count them. */
    length: (used: number, max: number) => `${used} of ${max} characters: one text, one SMS credit`,
    arabic:
      'Guests who read Arabic get our words in Arabic. A text in Arabic takes two SMS credits instead of one, because carriers count two; with one credit left it is in English.',
    added: 'The name, the link and how to stop texts are added if your words leave them out.',
    nearly: 'Also text guests when they are nearly there',
    nearlyHint:
      'One more text, once, to guests who wait anywhere and have reached this place in line. Each costs as much as “it’s your turn”, and the last credits are kept for that text.',
    nearlyOff: 'Off',
    nearlyNext: 'When they are next',
    nearlyAhead: (ahead: number) => (isOne(ahead) ? '1 party ahead' : `${ahead} parties ahead`),
    unknownPlaceholder: 'Only {business}, {minutes} and {link} can stand in braces.',
    foreignLink:
      'Phones would read a part of this as a web address. Only {link} may be one: put a space after each full stop.',
    atSign: 'Phones would read a part of this as an email address. Please leave out the @ sign.',
    digits: 'A text must not have six digits in a row: that reads like a phone number or a code.',
    protectedName:
      'Your text contains the name of a bank, a carrier or an authority. Please leave it out: such texts are often fraud.',
    tooLong: tooLongForOneText,
    notPaid: 'Your own words come with a paid plan. In the trial guests get our words.',
    /** The business's name waits for an operator's approval. */
    nameWaits:
      'Your business name contains the name of a bank, a carrier or an authority. Until we have looked at it, texts begin with your username.',
  },
  /** Countries whose phone numbers are accepted and get texts. */
  numbers: {
    country: 'Country',
    countryHint: 'A number without a country code is read as one of this country.',
    unknown: 'Choose a country',
    more: 'Other countries that get texts',
    moreHint:
      'Texts go to numbers of your own country and of these. Choose only countries that your guests come from: texts to other countries are often abused.',
    price: (country: string, credits: number) =>
      `${country}: ${isOne(credits) ? '1 SMS credit' : `${credits} SMS credits`}`,
    prices: 'The number beside each country is the price of a text to it, in SMS credits.',
    notInTrial:
      'In the trial texts go only to the country of your own number. Choose a plan to text other countries.',
    add: 'Add a country',
    full: (max: number) => `${max} at most`,
    remove: (country: string) => `No texts to ${country}`,
  },
  /** The settings of one location. Each control is saved separately. */
  queue: {
    title: 'Queue settings',
    titleOf: (location: string) => `Queue settings: ${location}`,
    saving: 'Saving…',
    saved: 'Saved',
    notSaved: 'Not saved',
    saveFailed: (setting: string) => `${setting}: not saved`,
    joiningPaused: joining.paused,
    numberRange: (min: number, max: number) =>
      `Enter a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}, or leave it empty.`,
    timeZone: 'Time zone',
    timeZoneHint: 'Used for opening hours and daily figures.',
    timeThere: (time: string) => `It is ${time} there now.`,
    timeThereUnknown: 'This browser does not know the time there.',
    timeZoneUnknown: 'Choose a time zone from the list, for example Asia/Jakarta.',
    hours: 'When guests can join',
    alwaysOpen: 'Always open',
    byWeekday: 'By weekday',
    weekdayNames: {
      monday: 'Monday',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      saturday: 'Saturday',
      sunday: 'Sunday',
    },
    closed: 'Closed',
    openAllDay: 'Open all day',
    untilNextDay: (time: string) => `until ${time} the next day`,
    /** `n` is the number of the opening on that day, from 1. */
    opens: (day: string, n: number) => (n === 1 ? `${day}, opens` : `${day}, opens, ${n}`),
    closes: (day: string, n: number) => (n === 1 ? `${day}, closes` : `${day}, closes, ${n}`),
    timesMissing: 'Enter both times, or remove them.',
    addHours: 'Add hours',
    setHours: 'Set hours',
    close: 'Close',
    hoursFull: (max: number) => `${max} at most`,
    removeHours: (day: string, from: string, to: string) => `Remove ${from} to ${to} on ${day}`,
    copyDay: 'Copy to all',
    actionOn: (action: string, day: string) => `${action}: ${day}`,
    copied: 'Copied to all days',
    copiedBody: (day: string) => `Every day now has the hours of ${day}.`,
    holdFact: (length: string) => `Held for ${length}`,
    capacityFact: (max: number) => (isOne(max) ? `${max} party at most` : `${max} parties at most`),
    weekdayFact: 'Opening hours set',
  },
};

export const settingGroups: Record<SettingGroup, string> = {
  joining: 'Joining',
  calling: 'Calling guests',
  texts: 'Text messages',
  numbers: 'Guests’ phone numbers',
  hours: 'Opening hours',
  team: 'Team',
};

const undoSeconds = UNDO_MS / 1_000;

/** The words of each kind of plain control. */
type WordsByKind<Option extends string> = {
  switch: { label: string; hint?: string };
  choice: { label: string; options: Record<Option, string> };
  /** `none` is the label for an empty value. */
  number: { label: string; hint?: string; none: string };
  minutes: { label: string; hint?: string };
};
type PlainSetting = SettingWith<keyof WordsByKind<never>>;
type ControlOf<Name extends PlainSetting> = (typeof settings)[Name]['control'];
type OptionOf<Control> = Control extends { options: readonly (infer Option extends string)[] }
  ? Option
  : never;

/** The words of each setting that has a plain control. */
export const settingWords: {
  readonly [Name in PlainSetting]: WordsByKind<OptionOf<ControlOf<Name>>>[ControlOf<Name>['kind']];
} = {
  paused: {
    label: joining.pause,
    hint: 'Nobody new can join. Guests in line keep their place, and you can still add guests yourself.',
  },
  capacity: {
    label: 'Most parties in line',
    hint: 'Leave it empty for no limit.',
    none: 'No limit',
  },
  holdMs: {
    label: 'Hold length',
    hint: 'How long a called guest has to arrive. Guests already called keep their time.',
  },
  afterHold: {
    label: 'If staff don’t mark a called guest',
    options: { served: 'Keep as served', no_show: 'Mark as no-show' },
  },
  undo: {
    label: 'Offer undo of Admit',
    hint: `An Admit can be taken back for ${undoSeconds} seconds, like Remove, Arrived and No-show. Texts are sent ${undoSeconds} seconds later.`,
  },
  memberCharts: {
    label: 'Charts by member',
    hint: 'You and managers see what each person did: admissions, outcomes and waits. Your team is told on its page.',
  },
};
