/**
 * The guest's pages in English. `tests/pure/shared/spec-texts.test.ts` checks the sentences that the specification
 * prescribes. The other languages (`id/guest.ts`, `es/guest.ts`, `ar/guest.ts`) have the type `GuestCopy`, so
 * TypeScript reports an error if a sentence is missing.
 */
import { PRODUCT_NAME } from '../../product-name.ts';
import { joinErrors } from './join-errors.ts';
import { placeCopy } from './place.ts';
import { isOne, requestFailed, ways } from './words.ts';

export const guestCopy = {
  lookup: {
    title: 'Join the Queue',
    subtitle: 'Enter the business username to continue',
    username: 'Business Username',
    next: 'Next',
    checking: 'Checking...',
    usernameRequired: 'Business username is required',
    usernameUnknown: 'That business username does not exist',
    unverifiable: 'Unable to verify business username',
    takenOff: 'The staff took you off the list. A mistake? Ask at the door.',
    joinAgain: 'Join again',
  },
  details: {
    title: 'Enter your details',
    location: 'Location',
    chooseLocation: 'Choose a location',
    locationOption: (businessName: string, address: string) => `${businessName} - ${address}`,
    firstName: 'First Name',
    lastName: 'Last Name',
    oneName: 'I have one name',
    numGuests: 'Number of Guests',
    fewer: 'Fewer guests',
    more: 'More guests',
    back: 'Back',
    next: 'Next',
    step: (n: number, of: number) => `Step ${n} of ${of}`,
    closed: 'Not taking new guests right now',
  },
  wait: {
    ...placeCopy.wait,
    about: (low: number, high: number) => (low === high ? `about ${low} min` : `about ${low} to ${high} min`),
  },
  errors: joinErrors,
  preference: {
    title: 'Choose how you want to wait',
    legend: 'Waiting preference',
    onPremises: ways.onPremises,
    onPremisesHint: 'Staff call your name. No phone number needed.',
    waitAnywhere: ways.waitAnywhere,
    waitAnywhereHint: 'We text you when it’s your turn.',
    phone: 'Phone Number',
    phoneHint: 'We text this number about this visit. Nothing else.',
    changeLater: 'You can change this later.',
    consent: (business: string) =>
      `By entering your number you agree to get texts from ${business}, through ${PRODUCT_NAME}, about this visit: when it’s nearly or exactly your turn, and once more if staff call again. Message and data rates may apply. Reply STOP to opt out, HELP for help.`,
    privacy: 'Your name and number are shown to this business only and erased after 30 days.',
    consentLinks: { terms: 'Terms', privacy: 'Privacy' },
    noTexts:
      'This location cannot send texts right now. We recommend Stay on Premises; please keep this page open.',
    joining: 'Joining...',
  },
  status: {
    // These words make one sentence: 'You are #3 in line'.
    youAre: 'You are',
    ...placeCopy.status,
    inLine: 'in line',
    you: 'You',
    estimatedWait: 'Estimated Wait',
    slower: 'Running a little slower than we thought.',
    yourParty: 'Your party',
    guests: (n: number) => (isOne(n) ? `${n} guest` : `${n} guests`),
    chime: 'Chime when it’s my turn',
    chimeHint: 'Plays a sound and keeps the screen awake',
    chimeOn: 'Chime and screen on',
    chimeOnHint: 'Keep this page open and turn your volume up',
    howYouWait: 'How you’re waiting',
    onPremisesShort: 'Staff call your name',
    waitAnywhereShort: 'We text you when it’s your turn',
    cannotText: 'We can’t send a text to this number. Please keep this page open.',
    savePhone: 'Save number',
    saveWay: 'Save',
    leave: 'Leave Queue',
    title: 'Queue status',
  },
  connection: {
    live: 'Live',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    safe: (business: string) =>
      `No connection. Your place is safe with ${business}. We’ll update as soon as you’re back.`,
    asOf: (clock: string) => `This was your place at ${clock}.`,
  },
  replies: {
    title: 'Tell the staff',
    onMyWay: 'I’m on my way',
    onMyWayTold: 'The staff know you’re on your way.',
    moreTime: 'I need 5 more minutes',
    moreTimeQuestion: 'Let others go first?',
    moreTimeWarning: (places: number, position: number) =>
      isOne(places)
        ? `${places} party goes before you and you will be #${position} in line. You can ask for this once.`
        : `${places} parties go before you and you will be #${position} in line. You can ask for this once.`,
    moreTimeConfirm: 'Let them go first',
    moreTimeGiven: 'You have 5 more minutes',
    moreTimeGivenBody: (position: number) => `You are #${position} in line now. The staff know.`,
    keep: 'Keep my place',
    failed: 'The staff were not told',
  },
  reminder: {
    offer: 'Remind me on this phone',
    offerHint: 'A notification when it’s your turn, even with this page closed',
    on: 'Reminder is on',
    onHint: 'We notify this phone when it’s your turn',
    blocked: 'This browser blocks notifications for this page.',
    failed: 'The reminder could not be set',
  },
  leave: {
    warning: (position: number) => `You’ll give up place #${position}. If you rejoin, you start at the back.`,
  },
  erase: {
    label: 'Erase my data',
    warning:
      'Your name, your number and your replies are erased, here and at the business, and your visit ends. This cannot be undone.',
  },
  turn: {
    title: "It's your turn",
    within: 'Please arrive within',
    held: (minutes: number) =>
      isOne(minutes)
        ? `Your spot will be held for ${minutes} minute.`
        : `Your spot will be held for ${minutes} minutes.`,
    expired: 'Timer expired — your spot will be released.',
    secondsLeft: (seconds: number) => (isOne(seconds) ? `${seconds} second left` : `${seconds} seconds left`),
    closed: 'This location has just closed. If you are still on your way, please call first.',
    timeUp: 'Your time is up',
    timeUpHint: 'Ask at the door: we may still fit you in.',
    welcome: 'Welcome!',
    arrived: 'You’re checked in. Enjoy your visit.',
    cannotCome: 'I can’t come',
    cannotComeTold: 'Thanks for telling us',
    cannotComeHint: 'Your spot goes to the next party.',
  },
  page: {
    joinTitle: (business: string) => `Join the queue · ${business}`,
    unknownTitle: 'We don’t know this business',
    unknownBody:
      'The link or the name may be misspelled. Ask the staff for their QR code, or type the business username.',
    unknownAction: 'Type the business username',
    closedTitle: 'This business has closed its line here',
    closedBody: 'It no longer takes guests by this link. Please ask the staff how to queue.',
    loading: 'Loading the line',
    language: 'Language',
    loadFailedHint: 'The page did not load fully. Please check your connection and reload.',
  },
  toasts: {
    admitted: "You've been admitted!",
    welcomeBack: 'Welcome back!',
    restored: 'Queue restored',
    ended: 'Queue session ended',
    left: 'You left the queue',
    removed: 'Removed from queue',
    removedBody: 'You have been removed from the queue by the business.',
    /** Shown after a wait that expired because staff never called the guest. */
    waitExpired: 'Nobody called you before the next opening, so your place in line has ended.',
    backInLine: 'You are back in line',
    backInLineBody: 'The staff put you back. We will tell you when it is your turn.',
    joinFailed: 'Failed to join queue',
    leaveFailed: 'Error leaving queue',
    erased: 'Your data is erased',
    eraseFailed: 'Your data was not erased',
    tryAgain: 'Please try again',
    loadFailed: 'Error loading business',
    loadFailedBody: 'Failed to load business information. Please try again.',
    noLocations: 'No locations found',
    noLocationsBody: "This business doesn't have any locations set up yet.",
    almostThere: 'Almost there!',
    almostThereBody: 'Add your phone number to wait anywhere.',
    stayingClose: "You're staying close!",
    switchedToAnywhere: 'Switched to Wait Anywhere!',
    numberSaved: 'Number saved',
    switchFailed: 'Your choice was not saved',
    soundOn: 'Sound is on',
    soundOnBody: 'Screen stays awake while this page is open.',
    soundFailed: 'The sound could not be switched on',
  },
  requestFailed,
  dismiss: (title: string) => `Dismiss: ${title}`,
  notifications: 'Notifications',
};

export type GuestCopy = typeof guestCopy;
