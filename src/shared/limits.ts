/** Constants of the product: `docs/spec.md` section 9 unless a comment names another source. Units are in the names. */

export const HOLD_MS = 300_000;
/** What an owner may set the hold to (`docs/decisions/0002-states-order-and-hold.md`). */
export const HOLD_MIN_MS = 60_000;
export const HOLD_MAX_MS = 1_800_000;
/** How long the last admit or remove can be undone, where the location offers it (`docs/decisions/0002-states-order-and-hold.md`). */
export const UNDO_MS = 10_000;
/** The largest capacity an owner may set, and the largest position of a move. */
export const CAPACITY_MAX = 10_000;
export const POSITION_MAX = 1_000_000;
/** The farthest position at which the text that the turn is near can be set. */
export const ALMOST_THERE_POSITION_MAX = 10;
/** Opening times on one day of the week. */
export const OPENINGS_A_DAY_MAX = 6;
/** How long a removed location still tells its guests so. Their names are erased at once. */
export const CLOSED_RETENTION_MS = 24 * 3_600_000;
/** How long an admitted visit without an outcome stays in the owner's list after its hold ended. */
export const UNRESOLVED_AFTER_HOLD_MS = 30 * 60_000;
/** How far back the owner's two lists of ended visits reach (the contract's `/auth/me`). */
export const ENDED_VISITS_SHOWN_MS = 48 * 3_600_000;
/** How long the names and phone numbers of ended visits are kept (`docs/decisions/0034-forgetting-guests.md`). */
export const PEOPLE_RETENTION_MS = 30 * 24 * 3_600_000;
export const RECENTLY_LEFT_MS = 24 * 3_600_000;
export const RECENTLY_LEFT_MAX = 5;

/** The range of the charts (`docs/spec.md` section 9): days with today, weeks with the present one. */
export const CHART_DAYS = 7;
export const CHART_WEEKS = 5;

export const MINUTES_PER_PARTY = 5;
/** The time that a guest may ask for, once. */
export const MORE_TIME_MS = 5 * 60_000;
/** How often a guest's page polls a location that accepts nobody. */
export const DOOR_POLL_MS = 15_000;
export const GUEST_POLL_MS = 2_000;
export const OWNER_POLL_MS = 10_000;
/** The pause between being told that the visit is over and the return to /queue. */
export const REDIRECT_AFTER_REMOVAL_MS = 2_000;

export const DEFAULT_PARTY_SIZE = 1;
export const QR_WIDTH_PX = 300;
export const QR_MARGIN_MODULES = 2;
export const QR_SHOWN_PX = 256;

/** Trial length at sign-up (`docs/decisions/0012-trial-and-figures.md`), and what a missing value reads as. */
export const TRIAL_DAYS = 14;
export const TRIAL_DAYS_WHEN_MISSING = 7;
export const DAY_MS = 86_400_000;

/** How many guests an account takes in all while its mailbox is unconfirmed, and from which one on the owner is told. */
export const UNCONFIRMED_GUESTS_MAX = 100;
export const UNCONFIRMED_GUESTS_TOLD_FROM = 30;

/** How long the link in a mail about a forgotten password works. */
export const RESET_LINK_MS = 3_600_000;
/** How long the link in a mail about an e-mail address works: long enough for a mailbox that is read once a day. */
export const VERIFY_LINK_MS = 48 * 3_600_000;

/** Upper bounds of what people type. The spec sets none; these keep one row readable and one record small. */
export const MAX_NAME_LENGTH = 80;
export const MAX_BUSINESS_NAME_LENGTH = 120;
export const MAX_ADDRESS_LENGTH = 200;
export const MAX_PHONE_LENGTH = 40;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_PARTY_SIZE = 999;
export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 40;
export const PHONE_MIN_LENGTH = 6;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** The most credits of one kind that an admin may set for a location: far beyond any, and far from what a number can hold. */
export const CREDITS_MAX = 1_000_000;

/** The most countries besides the location's own whose numbers get texts: each one adds a risk of fraud. */
export const TEXT_COUNTRIES_MAX = 10;
/** Texts: to one number by all businesses together, and of an account on a trial, in 24 hours. */
export const TEXTS_PER_NUMBER_MAX = 3;
export const TEXTS_PER_TRIAL_MAX = 50;
/** Texts of an account, in all, until its owner has confirmed the mail address. */
export const TEXTS_UNVERIFIED_MAX = 10;
/** How long a text to a number is remembered: what those limits count, and which visit an answer is about. */
export const TEXTS_REMEMBERED_MS = 24 * 3_600_000;

/**
 * The most waiting visits from one network address at a location: more than the guests on its own Wi-Fi, less than a
 * flood.
 */
export const WAITING_PER_ADDRESS_MAX = 50;
/** Browsers that are reminded of one visit's turn. The oldest makes room. */
export const REMINDERS_PER_VISIT_MAX = 5;
/** Live sockets of one visit: a few tabs and devices. The oldest makes room. */
export const SOCKETS_PER_VISIT_MAX = 5;
/**
 * The most left and removed visits in the owner's list, so that a flood of joins and leaves does not outgrow a
 * message.
 */
export const ENDED_VISITS_SHOWN_MAX = 1_000;

/** Largest request body the Worker reads (the contract's 413). */
export const MAX_BODY_BYTES = 32 * 1024;
