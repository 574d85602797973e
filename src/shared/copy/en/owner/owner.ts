/**
 * Words of the dashboard, and words that the owner's pages share, in English. `tests/pure/shared/spec-texts.test.ts`
 * checks the sentences that the specification prescribes.
 */
import { STAFF_PASS_MS, STAFF_SOCKET_MS } from '../../../limits.ts';
import { countdownInWords } from '../durations.ts';
import { joining } from '../labels.ts';
import { isOne, ways } from '../words.ts';

const minutes = STAFF_PASS_MS / 60_000;
const hours = STAFF_SOCKET_MS / 3_600_000;

export const ownerCopy = {
  header: {
    dashboard: 'Dashboard',
    settings: 'Settings',
    account: 'Account',
    logOut: 'Logout',
    menu: 'Menu',
    label: 'Business',
    logOutFailed: 'You are still logged in',
  },
  /** A card whose data could not be loaded. */
  notLoaded: { title: 'This could not be loaded just now.', again: 'Try again' },
  /** Shown after a log-out that some locations have not confirmed. */
  unconfirmedEnd: {
    title: 'Log-in ended, but not confirmed everywhere yet',
    body: (addresses: string[]) =>
      `No answer from ${addresses.join('; ')}. At these locations, a logged-out device may still change the line for ${minutes} minutes and show it for ${hours} hours.`,
    understood: 'OK',
    /** The name of the overview page in the list of addresses. */
    overview: 'the overview of all locations',
  },
  dashboard: {
    greeting: (name: string | undefined) => `Hello ${name || 'Business Owner'}`,
    subtitle: 'Here is your daily statistic',
    location: 'Location',
    locationOption: (address: string, n: number) => address || `Location ${n}`,
    noLocations: 'No locations',
    nameErased: 'Name erased',
    customerCredits: (n: number) => `Customer Credits: ${n}`,
    smsCredits: (n: number) => `SMS Credits: ${n}`,
    totalQueue: 'Total Queue',
    averageWait: 'Avg Wait Time',
    averageWaitUnit: 'minutes',
    servedToday: 'Served Today',
    successRate: 'Success Rate',
    leftToday: 'Left Today',
    queueTitle: 'Queue Management',
    queueSubtitle: (address: string | undefined) =>
      address === undefined ? 'No location selected' : `Managing queue for: ${address}`,
    refresh: 'Refresh',
    customers: (n: number) => (isOne(n) ? `${n} customer` : `${n} customers`),
    joined: (ago: string) => `Joined ${ago}`,
    guests: (n: number) => (isOne(n) ? `${n} guest` : `${n} guests`),
    ...ways,
    admit: 'Admit',
    remove: 'Remove',
    away: 'This location does not answer right now.',
    awayHint: 'Its line is safe, and we keep asking. Your other locations work as usual.',
    queueEmpty: 'No customers in queue at this location.',
    queueList: 'Customers in queue, next one first',
    figures: 'Today in figures',
    tabTitle: (waiting: number) => (waiting === 0 ? 'Dashboard' : `(${waiting}) Dashboard`),
    showQrCode: 'Show QR code',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    linkNotCopied: 'The link could not be copied',
    linkNotCopiedBody: 'Please select it in Settings and copy it by hand.',
    arrivingTitle: 'Arriving',
    arrivingEmpty: 'Guests you call appear here until they arrive.',
    holdLeft: (mmss: string) => `${mmss} left`,
    holdEnded: 'Hold ended',
    leftTitle: 'Recently Left Customers',
    leftSubtitle: 'Customers who have left the queue recently',
    leftEmpty: 'Nobody has left in the last 24 hours.',
    left: (ago: string) => `Left ${ago}`,
    removed: (ago: string) => `Removed ${ago}`,
    badgeLeft: 'Left Queue',
    badgeRemoved: 'Removed by Business',
    live: 'Live',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    trialOffer:
      'Upgrade whenever you like. When the trial ends, new guests can’t join until you choose a plan.',
  },
  /** The card of a new account. */
  firstSteps: {
    title: 'Your line is three steps away',
    subtitle: 'About two minutes. All other settings have sensible defaults.',
    address: 'Where is your door?',
    addressHint: 'Guests see this address. You can change it later.',
    poster: 'Hang up the poster',
    posterHint: 'One page with the code of this door, in the language of the place and in English.',
    tryIt: 'Try it yourself',
    tryItHint: 'Scan the code with your own phone and join. Then admit yourself here.',
    done: (step: string) => `Done: ${step}`,
    notLoaded: 'The code could not be loaded.',
    again: 'Try again',
  },
  /** Notices of faults. Each sentence names the parts that still work, and the next step. */
  status: {
    notLive:
      'No live connection. The list below may be old; it is refreshed as soon as we are back. Actions that fail until then are not kept: please repeat them.',
    textsHeld: (since: string) =>
      `No texts have gone out since ${since}. Please call names for now; the queue works as usual.`,
    databaseAway: (since: string) =>
      `Since ${since} texts and charts have to wait for our database: please call names for now; joining and admitting work as usual, and nothing is lost.`,
  },
  /** Note on a guest whose text costs more credits, because of the text's language or the number's country. */
  textCredits: (credits: number) =>
    `The text takes ${credits} SMS credits. Texts in Arabic take twice as many, and other countries cost more.`,
  /** The states of a turn text, with the next step if one is needed. */
  textMessage: {
    queued: 'Text queued',
    sending: 'Sending text',
    sent: 'Text sent',
    delivered: 'Text delivered',
    held: 'Texts are not going out right now. Call them by name.',
    failed: 'Text failed. Call them by name.',
    unknown: 'Text not confirmed. Call them by name.',
    not_sent: 'No text sent. Call them by name.',
    no_sms_credits: 'No SMS credits left. Call them by name.',
    number_unreachable: 'No text can reach this number. Call them by name.',
    expired: 'The hold ended before the text could go out.',
    refused: 'The text was refused. Call them by name.',
    undelivered: 'The text did not arrive. Call them by name.',
    not_taken: 'The text could not be sent. Call them by name.',
    foreign_number: 'We don’t text this country yet: add it in Settings. Call them by name.',
    opted_out: 'This guest asked for no texts. Call them by name.',
    number_limit: 'This number has had 3 texts in 24 hours, from all businesses. Call them by name.',
    trial_limit: 'A trial has 50 texts a day, and they are used up. Call them by name.',
    unproven_limit:
      'Held: until your phone number is proven, you have 3 texts, and a number gets 2 a day from all new accounts. Prove it under Account & security to send more.',
    unproven_hour:
      'Held: new accounts together have used up this hour’s texts. Prove your phone number under Account & security to send now.',
    unproven_number:
      'Held: we cannot tell the country of your phone number, and texts go only there. Prove your phone number under Account & security to send now.',
    hour_limit:
      'Held: all trials together have used up this hour’s texts. Choose a plan to send now. Call them by name.',
    account_hour:
      'Held: you have sent far more texts in this hour than usual. Write to us to lift this limit. Call them by name.',
    country_hour:
      'Held: unusually many texts went to this country in this hour. Write to us to lift this limit. Call them by name.',
    trial_country:
      'In the trial texts go only to the country of your own number. Choose a plan to text others. Call them by name.',
    phone_off: 'The phone is off or out of reach. Call them by name.',
    blocked: 'The carrier blocked the text. Call them by name.',
  },
  /** Notice about the state of a location's texts. */
  texts: {
    heldTitle: 'Texts are not going out',
    heldBody: {
      account: 'Our text service refuses them at the moment. We have been told and keep trying.',
      away: 'Our text service does not answer at the moment. We keep trying.',
    },
    heldHint:
      'Please call names until this notice is gone. A text that comes too late for its guest is not sent, and costs nothing.',
    heldSince: (time: string) => `Since ${time}.`,
    /** An hourly budget has stopped texts. `country`: the name of the country, for the budget of a country. */
    stoppedTitle: (until: string) => `Texts are stopped until ${until}`,
    stopped: {
      unproven_hour: () =>
        'New accounts together have used up this hour’s texts. Prove your phone number, and texts go out at once.',
      hour_limit: () =>
        'All trials together have used up this hour’s texts. Choose a plan, and texts go out at once.',
      account_hour: () =>
        'Your business has sent far more texts in this hour than it usually does, so we stopped them in case somebody else is sending them. If you are sending them, write to us and we lift the limit.',
      country_hour: (country: string) =>
        `All businesses together have sent unusually many texts to ${country} in this hour. Texts to other countries go out. Write to us to lift it.`,
    },
    stoppedHint: 'Please call names until then. A text that comes too late is not sent, and costs nothing.',
    proveNumber: 'Prove your number',
    choosePlan: 'Choose a plan',
    writeToUs: 'Write to us',
    today: (delivered: number, sent: number) =>
      `${delivered} of ${sent} ${isOne(sent) ? 'text' : 'texts'} delivered today`,
  },
  /** Words of the owner's tools, except the spec's Admit and Remove. */
  tools: {
    arrived: 'Arrived',
    noShow: 'No-show',
    calledAgain: (ago: string) => `Called again ${ago}`,
    /** Guests' replies: as chips on their row, and as sentences for a screen reader. */
    onMyWay: (ago: string) => `On my way, ${ago.toLowerCase()}`,
    moreTime: 'Asked for 5 more minutes',
    isOnTheWay: (name: string) => `${name} is on the way.`,
    tookMoreTime: (name: string, place: number, count: number) =>
      `${name} asked for 5 more minutes and is now number ${place} of ${count} in line.`,
    more: (name: string) => `More for ${name}`,
    movedTo: (name: string, place: number, count: number) =>
      `${name} is now number ${place} of ${count} in line.`,
    undo: 'Undo',
    queueTools: 'Queue tools',
    pause: joining.pause,
    resume: 'Resume joining',
    pausedNote: 'New guests cannot join by themselves. You can still add walk-ins.',
    pausedDone: joining.paused,
    pausedBody: 'New guests are asked to try again soon.',
    resumedDone: 'Joining resumed',
    resumedBody: 'New guests can join again.',
    pauseFailed: 'Failed to pause joining',
    resumeFailed: 'Failed to resume joining',
    sound: 'Sound for new guests',
    screenOn: 'Keep the screen on',
    search: 'Find a guest',
  },
  walkIn: {
    open: 'Add walk-in',
    busy: 'Adding...',
    done: 'Walk-in added',
    doneBody: (name: string, place: number) => `${name} is number ${place} in line.`,
    failed: 'Failed to add walk-in',
    noCredits: 'This location has no customer credits left.',
    trialOver: 'The trial is over. Guests in line can still be admitted.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    admit: 'Admit the guest in focus, or else the next one',
    remove: 'Remove the guest in focus',
    undo: 'Undo the last action; an admit only where that is switched on',
    walkIn: 'Add a walk-in',
    move: 'Move the guest in focus to a place',
    moveBy: 'Move the guest in focus up or down',
    rows: 'Go up and down the line',
    open: 'Open the guest in focus',
    sizes: 'Show parties of 1–2, 3–4, 5–6 or 7+ only',
    late: 'Show late parties only',
    search: 'Find a guest in line, arriving or done',
    escape: 'Close the panel and keep what was typed, or show the whole line',
    help: 'Show this list',
    enabled: 'Use these shortcuts on this device',
    close: 'Close',
  },
  /** The state of the account's plan, shown above the settings (`docs/spec.md` section 2). */
  planBanners: {
    trialTitle: "You're on a Free Trial!",
    trialLeft: (leftMs: number) => `Trial expires in: ${countdownInWords(leftMs)}`,
    upgradeNow: 'Upgrade Now',
    expiredTitle: 'Trial Expired',
    expiredBody: 'Your trial has expired. Upgrade to continue using the product with full features.',
    endedTitle: 'Your trial has expired',
    endedBody: 'Upgrade to continue using the product with full features.',
    /** Shown with the title and body of an expired or an ended trial. */
    overMeans: 'New guests can’t join until you choose a plan. Guests in line can still be called.',
    upgrade: 'Upgrade',
    noCreditsTitle: 'No Credits Available',
    noCreditsBody: 'You have no credits available. Please contact support or upgrade your plan.',
    changePlan: 'Change Plan',
    planTitle: (plan: string) => `${plan} plan`,
    planBody: 'Invoices, payment method and cancellation are with our payment provider.',
    manage: 'Manage Your Subscription',
    portalFailed: 'The billing portal could not be opened',
  },
  toasts: {
    refreshed: 'Queue refreshed',
    refreshedBody: 'Queue data has been updated.',
    locationAdded: 'Location added',
    locationAddedBody: 'New location has been added successfully.',
    locationRemoved: 'Location removed',
    locationRemovedBody: 'Location has been removed successfully.',
    qrGenerated: 'QR Code Generated',
    qrGeneratedBody: 'Your queue QR code has been generated successfully',
    refreshFailed: 'Failed to refresh',
    addFailed: 'Failed to add location',
    removeLocationFailed: 'Failed to remove location',
    tryAgain: 'Please try again.',
    error: 'Error',
    qrFailed: 'Failed to generate QR code',
    noUsername: 'Business username not found',
    addressRequired: 'Address required',
    addressRequiredBody: 'Please enter a location address.',
    limitReached: 'Limit reached',
    limitReachedBody: (max: number) => `You have reached the maximum locations (${max}).`,
  },
  /** The small note on the owner's pages about an email address that is not confirmed. */
  unverified: {
    label: 'Email address',
    note: 'Please confirm your email address: open the link we sent you.',
    guestsLeft: (left: number) =>
      left === 0
        ? 'No more guests can come until you confirm your email address: open the link we sent you.'
        : `${left} more ${left === 1 ? 'guest' : 'guests'} can come until you confirm your email address: open the link we sent you.`,
    noGuestsLeftAt: (addresses: string[]) => `Until then no more guests can come to ${addresses.join(', ')}.`,
    more: 'Resend or change',
  },
};
