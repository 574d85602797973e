/**
 * Constants of the product. If a comment names no other source, the source is `docs/spec.md` section 9. Units are in
 * the names.
 */

export const HOLD_MS = 300_000;
/** The range of the hold setting (`docs/decisions/0002-states-order-and-hold.md`). */
export const HOLD_MIN_MS = 60_000;
export const HOLD_MAX_MS = 1_800_000;
/** How long an action on a visit can be undone (`docs/decisions/0002-states-order-and-hold.md`). */
export const UNDO_MS = 10_000;
/** Upper bounds of the capacity setting and of the position of a move. */
export const CAPACITY_MAX = 10_000;
export const POSITION_MAX = 1_000_000;
/** The most servers on duty at a line. */
export const SERVERS_MAX = 20;
/** The highest position at which a guest can get the "almost there" text (setting `nearlyAt`). */
export const ALMOST_THERE_POSITION_MAX = 10;
/** The most opening periods on one day of the week. */
export const OPENINGS_A_DAY_MAX = 6;
/** How long the link in a text still opens a visit that has ended. */
export const LINK_AFTER_VISIT_MS = 6 * 3_600_000;
/** The longest wait of a visit that nobody calls (`docs/decisions/0034-forgetting-guests.md`). */
export const WAIT_MAX_MS = 24 * 3_600_000;
/** If the break between two opening periods is shorter than this time, guests stay in line during the break. */
export const CLOSED_MIN_MS = 4 * 3_600_000;
/**
 * How long guests of a removed location see that the location was removed. The names of these guests are erased at
 * once.
 */
export const CLOSED_RETENTION_MS = 24 * 3_600_000;
/** How long an admitted visit without an outcome stays in the owner's list after its hold ended. */
export const UNRESOLVED_AFTER_HOLD_MS = 30 * 60_000;
/** The time range of the owner's two lists of ended visits (`GET /auth/me`). */
export const ENDED_VISITS_SHOWN_MS = 48 * 3_600_000;
/** How long the names and phone numbers of ended visits are kept (`docs/decisions/0034-forgetting-guests.md`). */
export const PEOPLE_RETENTION_MS = 30 * 24 * 3_600_000;
export const RECENTLY_LEFT_MS = 24 * 3_600_000;
export const RECENTLY_LEFT_MAX = 5;

/** The range of the charts (`docs/spec.md` section 9): days including today, weeks including the current one. */
export const CHART_DAYS = 7;
export const CHART_WEEKS = 5;

export const MINUTES_PER_PARTY = 5;
/** The extra time that a guest may ask for, once. */
export const MORE_TIME_MS = 5 * 60_000;
/** The longest wait that staff can tell a walk-in: a day. */
export const TOLD_WAIT_MAX_MINUTES = 1_440;
/** One press on a button changes the wait that staff tell a walk-in guest by this many minutes. */
export const TOLD_WAIT_STEP_MINUTES = 5;
/** Poll interval of a guest's page before the join. */
export const DOOR_POLL_MS = 15_000;
/** A phone number is checked when the guest has not typed for this time. */
export const NUMBER_CHECK_AFTER_MS = 600;
export const GUEST_POLL_MS = 2_000;
export const MEMBER_POLL_MS = 10_000;
/** The most members and open invitations of a business, counted together. */
export const MAX_MEMBERS = 100;
export const MAX_MEMBER_NAME_LENGTH = 60;
export const MAX_LOCATIONS_OF_MEMBER = 100;
/** How long the link of an invitation and the offer of ownership are valid. */
export const INVITATION_MS = 7 * 24 * 3_600_000;
/** How long the code that enrols a device is valid. */
export const DEVICE_CODE_MS = 60_000;
export const DEVICE_CODE_DIGITS = 9;
/** The most devices of a business, including codes that no device has used yet. */
export const MAX_DEVICES = 200;
export const MAX_DEVICE_NAME_LENGTH = 40;
/** The minutes without a touch after which a device locks; the owner chooses one of these values. */
export const DEVICE_IDLE_MINUTES = [1, 2, 5, 10, 30] as const;
/** How often the page of a device reports to the server that somebody is using the device. */
export const DEVICE_IN_USE_EVERY_MS = 20_000;
/**
 * The server locks a device later than the page does, by this time, because the page reports the use only every
 * `DEVICE_IN_USE_EVERY_MS`.
 */
export const DEVICE_IDLE_GRACE_MS = 60_000;
/** A device that was not seen for this time has to be enrolled again. */
export const DEVICE_UNSEEN_MS = 90 * 24 * 3_600_000;
export const PIN_MIN_LENGTH = 4;
export const PIN_MAX_LENGTH = 8;
/** After this number of wrong tries, a PIN is locked until the member sets a new PIN or a manager unlocks it. */
export const PIN_TRIES_MAX = 10;
/** How long a staff pass replaces a read of the database (`docs/decisions/0074-near-the-guest.md`). */
export const STAFF_PASS_MS = 5 * 60_000;
/** Lifetime of an owner's live socket. After this time, a page must prove its session again. */
export const STAFF_SOCKET_MS = 24 * 3_600_000;
/** How long the message that the visit is over is shown before the page opens /queue. */
export const REDIRECT_AFTER_REMOVAL_MS = 2_000;

export const DEFAULT_PARTY_SIZE = 1;
export const QR_WIDTH_PX = 300;
export const QR_MARGIN_MODULES = 2;
export const QR_SHOWN_PX = 256;

/**
 * `TRIAL_DAYS`: the length of a new trial (`docs/decisions/0012-trial-and-figures.md`). `TRIAL_DAYS_WHEN_MISSING`: the
 * length of a trial if the database contains no length for this trial.
 */
export const TRIAL_DAYS = 14;
export const TRIAL_DAYS_WHEN_MISSING = 7;
export const DAY_MS = 86_400_000;
/**
 * An account is deleted after a year without log-in, visits and subscription. The owner gets a mail a month before the
 * deletion (`docs/decisions/0034-forgetting-guests.md`).
 */
export const IDLE_ACCOUNT_MS = 365 * DAY_MS;
export const IDLE_NOTICE_MS = 30 * DAY_MS;

/**
 * The most guests of an account while its address is not verified. After `UNCONFIRMED_GUESTS_TOLD_FROM` guests the
 * owner sees how many more guests are allowed.
 */
export const UNCONFIRMED_GUESTS_MAX = 100;
export const UNCONFIRMED_GUESTS_TOLD_FROM = 30;

/** How long the link in a password reset mail works. */
export const RESET_LINK_MS = 3_600_000;
/** After a log-in, the browser is a known device for this time (`docs/decisions/0008-our-own-sessions.md`). */
export const DEVICE_KNOWN_MS = 180 * DAY_MS;
/** A mailed log-in link works for this time. This is twice the shortest time between two of these mails. */
export const LOG_IN_LINK_MS = 2 * 3_600_000;
/**
 * How long a link "this was not me" works. After a use of the link, changes of the account are blocked for the same
 * time.
 */
export const NOT_ME_MS = 72 * 3_600_000;
/**
 * If the reader of an unconfirmed address reports that the account is a stranger's, no mail is sent to this address for
 * this time.
 */
export const DISOWNED_MS = 7 * DAY_MS;
/** After this time, an operator can do an act that no other operator has approved. */
export const ASKED_ACT_WAIT_MS = 24 * 3_600_000;
/**
 * The operator must perform an act within this time after asking for it. The time is at most `NOT_ME_MS`, so that the
 * link "this was not me" can still stop the act.
 */
export const ASKED_ACT_MS = 72 * 3_600_000;
/** A mailed deletion code works at least for this time. The longest time is twice this value. */
export const DELETION_CODE_MS = 15 * 60_000;
/** A person must finish adding a passkey, or logging in with a passkey, within this time. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000;
/** How long an operator's log-in waits for the passkey after the right password. */
export const OPERATOR_PASSKEY_WAIT_MS = 10 * 60_000;
/**
 * How long the link in a mail to verify an email address works. Two days are enough for people who read mail once a
 * day.
 */
export const VERIFY_LINK_MS = 48 * 3_600_000;

/**
 * Upper bounds of typed values. The specification does not set these lengths. They keep rows readable and records
 * small.
 */
export const MAX_NAME_LENGTH = 80;
export const MAX_BUSINESS_NAME_LENGTH = 120;
export const MAX_ADDRESS_LENGTH = 200;
export const MAX_PHONE_LENGTH = 40;
/** The longest note of staff about a party, in characters. */
export const NOTE_MAX_LENGTH = 200;
/**
 * The largest number of earlier names of a visit that are stored. A customer key that contains an earlier name still
 * finds the visit.
 */
export const EARLIER_NAMES_MAX = 20;
export const MAX_EMAIL_LENGTH = 254;
/** The most passkeys of a user. */
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME_LENGTH = 60;
export const MAX_PARTY_SIZE = 999;
export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 40;
export const PHONE_MIN_LENGTH = 6;
export const PASSWORD_MIN_LENGTH = 8;
/** Operators need a longer password than owners, because an operator can open every business. */
export const OPERATOR_PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;

/** The most credits of one kind that an admin may set for a location. */
export const CREDITS_MAX = 1_000_000;

/**
 * Besides the location's own country, the numbers of at most this many countries get texts, because each country adds a
 * risk of fraud.
 */
export const TEXT_COUNTRIES_MAX = 10;
/**
 * Limits of texts in 24 hours. `TEXTS_PER_NUMBER_MAX`: texts to one number from all businesses together; codes are
 * counted separately. `TEXTS_PER_TRIAL_MAX`: texts of one account on a trial.
 */
export const TEXTS_PER_NUMBER_MAX = 3;
export const TEXTS_PER_TRIAL_MAX = 50;
/** Limit of all texts of an account that is not yet proven. */
export const TEXTS_UNPROVEN_MAX = 3;
/** Limit of the texts that all unproven accounts together send to one number in 24 hours. */
export const TEXTS_UNPROVEN_PER_NUMBER_MAX = 2;
/** The most trial accounts that can use the same phone number as proof within a year. Paid accounts are not counted. */
export const TRIALS_PER_NUMBER_MAX = 2;
/**
 * How long the record of a text is stored. The record is needed to apply the limits of texts, and to find the visit
 * when a guest replies.
 */
export const TEXTS_REMEMBERED_MS = 24 * 3_600_000;

/** The most browsers with reminders for one visit. A further browser replaces the oldest browser. */
export const REMINDERS_PER_VISIT_MAX = 5;
/**
 * How often a guest may change the waiting preference or language in an hour. The limit exists because each change is
 * stored forever.
 */
export const GUEST_CHANGES_AN_HOUR = 30;
/** The most live sockets of one visit, for a few tabs and devices. A further socket replaces the oldest socket. */
export const SOCKETS_PER_VISIT_MAX = 5;
/** The most live sockets of one log-in at one location. A further socket replaces the oldest socket. */
export const SOCKETS_PER_SESSION_MAX = 20;
/**
 * The largest number of left and removed visits in the owner's list. The limit keeps a message small after a flood of
 * joins and leaves.
 */
export const ENDED_VISITS_SHOWN_MAX = 1_000;

/** The largest request body that the Worker reads; larger bodies are answered with 413. */
export const MAX_BODY_BYTES = 32 * 1024;

/**
 * The largest body of a payment event. The limit is high, because the payment provider disables a webhook that refuses
 * events.
 */
export const MAX_WEBHOOK_BYTES = 256 * 1024;
