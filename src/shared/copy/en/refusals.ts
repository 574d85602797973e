import { product } from '../../product.ts';
import { joinErrors } from './join-errors.ts';

/**
 * All refusals, each with its stable code, its HTTP status and its sentence. A rule on the server returns one of these
 * codes, a route turns the code into an HTTP answer, and a page shows the sentence. `{minutes}` is replaced by the
 * number of minutes that the user must wait before trying again.
 */
export const refusals = {
  invalid_input: { status: 400, sentence: 'Please check what you entered.' },
  phone_required: { status: 400, sentence: joinErrors.phoneRequired },
  invalid_json: { status: 400, sentence: 'The request was not readable.' },
  idempotency_key_reused: { status: 400, sentence: 'This request was already used for something else.' },
  not_a_person: {
    status: 400,
    sentence: `We could not tell that you are a person. Please try again, or write to ${product.supportEmail}.`,
  },
  not_logged_in: { status: 401, sentence: 'Please sign in to continue.' },
  wrong_credentials: { status: 401, sentence: 'Wrong email, username or password.' },
  passkey_required: { status: 401, sentence: 'Please go on with your passkey, or use a recovery code.' },
  second_step_required: { status: 401, sentence: 'Please enter the code from your authenticator app.' },
  wrong_code: {
    status: 401,
    sentence: 'That code is not right, or it was used before. Please try the newest one.',
  },
  wrong_passkey: {
    status: 401,
    sentence: 'This passkey does not open an account here. Please try again, or use your password.',
  },
  passkey_needed: { status: 401, sentence: 'This needs your passkey. Please log in again.' },
  wrong_operator_passkey: { status: 401, sentence: 'This is not your passkey. Please try again.' },
  wrong_admin_credentials: { status: 401, sentence: 'Invalid credentials' },
  no_right: { status: 403, sentence: 'You do not have the right to do this. Ask another operator.' },
  not_your_role: { status: 403, sentence: 'Your role does not allow this. Please ask the owner.' },
  not_yours: { status: 403, sentence: 'This belongs to someone else.' },
  bad_signature: { status: 403, sentence: 'The signature of this request is not valid.' },
  insecure: { status: 403, sentence: 'This address answers by https only.' },
  bad_origin: { status: 403, sentence: 'This request came from another site.' },
  no_credits: {
    status: 402,
    sentence: 'This location cannot take more guests right now. Please ask the staff.',
  },
  trial_expired: {
    status: 402,
    sentence: 'This location cannot take guests online right now. Please ask the staff.',
  },
  email_unconfirmed: {
    status: 402,
    sentence: 'No more guests until your email address is confirmed. Please open the link we sent you.',
  },
  subscription_required: { status: 402, sentence: 'This needs a paid plan.' },
  payment_owed: { status: 402, sentence: 'A payment is owed. Please pay it before you change your plan.' },
  payment_pending: {
    status: 402,
    sentence: 'Your plan changes once it is paid. Until then everything stays as it is.',
  },
  no_sms_credits: { status: 402, sentence: 'This location has no SMS credits left.' },
  not_found: { status: 404, sentence: 'We could not find that.' },
  unknown_business: { status: 404, sentence: 'That business username does not exist' },
  method_not_allowed: { status: 405, sentence: 'That is not possible here.' },
  not_waiting: { status: 409, sentence: 'This guest is no longer waiting.' },
  already_admitted: { status: 409, sentence: 'This guest has already been admitted.' },
  not_admitted: { status: 409, sentence: 'This guest has not been admitted.' },
  not_your_turn: { status: 409, sentence: 'It is not your turn right now.' },
  already_settled: { status: 409, sentence: 'This visit is already closed.' },
  already_last: { status: 409, sentence: 'This guest is already last in line.' },
  renamed_too_often: {
    status: 409,
    sentence: 'The name of this party was changed too often. This one stays.',
  },
  rights_changed: {
    status: 409,
    sentence: 'This was changed meanwhile. Please look at it again.',
  },
  people_on_duty: { status: 409, sentence: 'People are on duty, so the number is theirs.' },
  line_moved: {
    status: 409,
    sentence: 'The line has moved since, and you would stand further back. Nothing was changed.',
  },
  more_time_used: { status: 409, sentence: 'You have had your five more minutes already.' },
  hold_over: { status: 409, sentence: 'The time to hold this spot is over.' },
  already_called: { status: 409, sentence: 'This guest has already been called again.' },
  text_on_its_way: { status: 409, sentence: 'A text to this guest is already on its way.' },
  no_text_possible: { status: 409, sentence: 'This guest cannot be reached by text.' },
  undo_over: { status: 409, sentence: 'This can no longer be undone.' },
  recall_over: { status: 409, sentence: 'This guest cannot be recalled.' },
  location_closed: {
    status: 409,
    sentence: 'This location is closed. Please choose another one or ask the staff.',
  },
  joining_paused: { status: 409, sentence: 'The line is paused. Please ask the staff or try again soon.' },
  queue_full: { status: 409, sentence: 'The line is full right now. Please try again soon.' },
  outside_hours: {
    status: 409,
    sentence: 'This location is not open right now. Please come back when it is open.',
  },
  username_taken: { status: 409, sentence: 'That business username is already taken.' },
  operator_taken: { status: 409, sentence: 'There is an operator of this name already.' },
  approval_needed: {
    status: 409,
    sentence:
      'This was asked for, and waits: another operator may approve it in /admin or by npm run approve. Without approval it can be done in {minutes} minutes.',
  },
  asked_yourself: {
    status: 409,
    sentence: 'You asked for this yourself, so another operator must approve it.',
  },
  operator_is_new: {
    status: 409,
    sentence:
      'You, or the operator who asked, were added or changed less than a day before, or since. Another operator must approve it.',
  },
  operator_rests: {
    status: 409,
    sentence:
      'Another operator added you, changed your rights or reset your passkeys less than a day ago. Backups, restores and copies of a person’s data wait for a day after that.',
  },
  own_rights: { status: 409, sentence: 'Another operator must change your rights.' },
  confirm_email_first: { status: 409, sentence: 'Please confirm your email address first.' },
  devices_full: { status: 409, sentence: 'A business has at most 200 devices.' },
  device_locked: { status: 409, sentence: 'This device is locked. Please enter your PIN.' },
  pin_locked: {
    status: 409,
    sentence:
      'This PIN is locked after ten wrong tries. Set a new one on the page “Team”, or ask the owner or a manager to unlock it.',
  },
  team_full: { status: 409, sentence: 'A team has at most 100 people, with open invitations.' },
  owns_another: {
    status: 409,
    sentence: 'This person already owns another business, and can own only one.',
  },
  email_taken: { status: 409, sentence: 'An account with that email already exists.' },
  second_step_on: { status: 409, sentence: 'Two-step login is already on.' },
  second_step_off: { status: 409, sentence: 'Two-step login is not on. Please reload the page.' },
  passkey_not_added: { status: 409, sentence: 'This passkey could not be added. Please start again.' },
  last_passkey: {
    status: 409,
    sentence: 'This passkey is your second step. Add another one, or turn two-step login off first.',
  },
  only_passkey: { status: 409, sentence: 'This is your only passkey. Please add another one first.' },
  passkeys_full: { status: 409, sentence: 'You have ten passkeys. Please remove one first.' },
  changes_held: {
    status: 409,
    sentence: `After “this was not me” nobody can change this for 72 hours. If it cannot wait, write to ${product.supportEmail}.`,
  },
  deletion_held: {
    status: 409,
    sentence: `The email address was changed in the last 72 hours, so the account cannot be deleted or handed over yet. If it cannot wait, write to ${product.supportEmail}.`,
  },
  already_subscribed: {
    status: 409,
    sentence: 'You already have a subscription. Use the plan change page to modify it.',
  },
  plan_held: { status: 409, sentence: 'You are already on this plan.' },
  too_many_locations: { status: 409, sentence: 'You have more open locations than this plan allows.' },
  limit_reached: { status: 409, sentence: 'You have reached the maximum number of locations for your plan.' },
  too_large: { status: 413, sentence: 'That is too much to send at once.' },
  not_a_form: { status: 415, sentence: 'The request has to be a form.' },
  not_json: { status: 415, sentence: 'The request has to be JSON.' },
  wrong_host: { status: 421, sentence: 'This server has another name.' },
  upgrade_required: { status: 426, sentence: 'This address answers WebSocket connections only.' },
  proof_needed: {
    status: 429,
    sentence: `Too many tries. Please wait a few minutes, use another network such as your phone’s own internet, or log in by the link in our newest email to this account. If you cannot read that mailbox, write to ${product.supportEmail}.`,
  },
  too_many_requests: { status: 429, sentence: 'Too many tries. Please wait a moment.' },
  human_check: {
    status: 403,
    sentence: 'We could not tell that you are a person. Please try again, or ask the staff to add you.',
  },
  sender_limit: {
    status: 429,
    sentence:
      'Many guests have joined from your network. Please try again in {minutes} min, use your phone’s own internet, or ask the staff to add you.',
  },
  line_surge: {
    status: 429,
    sentence:
      'Unusually many guests are joining this line right now. Please ask the staff to add you, or try again in {minutes} min.',
  },
  rejoin_later: {
    status: 429,
    sentence:
      'You have joined and left this line a few times. You can join again in {minutes} min, or ask the staff to add you.',
  },
  try_again: {
    status: 503,
    sentence: 'We could not do that right now. Nothing was changed. Please try again.',
  },
  import_unreadable: {
    status: 400,
    sentence: 'This is not an export file, or it was changed.',
  },
  business_is_here: {
    status: 409,
    sentence: 'Visits of this file already belong to another account.',
  },
  import_over: {
    status: 409,
    sentence: 'This import has ended: another import began, or it took too long. Please begin again.',
  },
  not_restorable: {
    status: 501,
    sentence: 'This server cannot restore a location to an earlier time.',
  },
  not_there_then: {
    status: 409,
    sentence: 'This location did not exist at that time. Nothing was changed.',
  },
  restore_waits: {
    status: 500,
    sentence:
      'The location has not restarted yet. The restore happens at the next restart, whose time is unknown, and guests who join before the restart are then lost. Please pause its queue and send the same request again, until it is restored.',
  },
  credits_not_everywhere: {
    status: 500,
    sentence: 'Saved, but not every location has the new credits yet. Please send the same figures again.',
  },
  internal: { status: 500, sentence: 'Something went wrong on our side. Please try again.' },
} as const;

export type RefusalCode = keyof typeof refusals;

/** The refusals that only operators can get. Their sentences are only in English. */
export const operatorRefusals = [
  'wrong_admin_credentials',
  'no_right',
  'operator_taken',
  'approval_needed',
  'asked_yourself',
  'operator_is_new',
  'operator_rests',
  'own_rights',
  'import_unreadable',
  'business_is_here',
  'import_over',
  'not_restorable',
  'not_there_then',
  'restore_waits',
  'credits_not_everywhere',
] as const satisfies RefusalCode[];

/** The refusals that a guest's page can show. Each language has a sentence for each of these codes. */
export const guestRefusals = [
  'invalid_input',
  'not_found',
  'no_credits',
  'trial_expired',
  'not_waiting',
  'already_admitted',
  'not_your_turn',
  'more_time_used',
  'line_moved',
  'already_last',
  'already_settled',
  'hold_over',
  'location_closed',
  'joining_paused',
  'queue_full',
  'outside_hours',
  'idempotency_key_reused',
  'too_many_requests',
  'human_check',
  'sender_limit',
  'line_surge',
  'rejoin_later',
  'try_again',
  'internal',
] as const satisfies RefusalCode[];
export type GuestRefusal = (typeof guestRefusals)[number];
