/**
 * API contract of the admin area (`docs/spec.md` sections 2, 3, 5, 7 and 10.24). Failed POSTs answer with plain text.
 */
import * as z from 'zod/mini';
import { adminCopy } from '../copy/en/admin.ts';
import { refusals } from '../copy/en/refusals.ts';
import { storedFeedback, storedSalesInquiry } from './forms/messages.ts';
import {
  CREDITS_MAX,
  MAX_EMAIL_LENGTH,
  OPERATOR_PASSWORD_MIN_LENGTH,
  PASSWORD_MAX_LENGTH,
} from '../limits.ts';
import { timestamp } from './queue-view.ts';
import { cleanUsername } from '../typing/typed-text.ts';

const { fillIn } = adminCopy;

const filledIn = z
  .string(fillIn)
  .check(z.minLength(1, fillIn), z.maxLength(MAX_EMAIL_LENGTH, refusals.wrong_admin_credentials.sentence));

/** `POST /admin/login`. A name or password that is too long gets the same error as a wrong name or password. */
export const adminLogInRequest = z.object({
  username: z.pipe(
    z.pipe(
      z.string(fillIn),
      z.transform((typed) => typed.trim()),
    ),
    filledIn,
  ),
  password: z.pipe(
    z.pipe(
      z.string(fillIn),
      z.transform((typed) => typed.normalize('NFKC')),
    ),
    filledIn.check(z.maxLength(PASSWORD_MAX_LENGTH, refusals.wrong_admin_credentials.sentence)),
  ),
});
export type AdminLogInRequest = z.infer<typeof adminLogInRequest>;

/** The rights of operators. The right that each call needs is in `src/worker/features/admin/rights.ts`. */
export const operatorRights = ['credits', 'support', 'export', 'erase', 'backup', 'operators'] as const;
export type OperatorRight = (typeof operatorRights)[number];

const rights = z.array(z.enum(operatorRights));

/** The body of `GET /admin/me` and of a finished log-in: the operator. */
export const adminView = z.object({ username: z.string(), rights });
export type AdminView = z.infer<typeof adminView>;

/** A new password of an operator. Only the server checks whether the password is easy to guess. */
const operatorPassword = z.pipe(
  z.pipe(
    z.string(fillIn),
    z.transform((typed) => typed.normalize('NFKC')),
  ),
  z
    .string()
    .check(
      z.minLength(OPERATOR_PASSWORD_MIN_LENGTH, adminCopy.operators.passwordLength),
      z.maxLength(PASSWORD_MAX_LENGTH, adminCopy.operators.passwordLength),
    ),
);

const operatorName = z
  .string(fillIn)
  .check(z.minLength(1, fillIn), z.regex(/^[a-z0-9][a-z0-9._-]{1,39}$/, adminCopy.operators.nameForm));

const currentPassword = z.string(fillIn).check(z.minLength(1, fillIn), z.maxLength(PASSWORD_MAX_LENGTH));

/** `POST /admin/operators`: adds an operator. `currentPassword`: the password of the caller. */
export const addOperatorRequest = z.object({
  name: operatorName,
  password: operatorPassword,
  rights,
  currentPassword,
});
export type AddOperatorRequest = z.infer<typeof addOperatorRequest>;

const access = z.object({ rights, disabled: z.boolean() });

/**
 * `POST /admin/operators/change`: the rights of an operator, and whether the operator may log in. `from`: the values at
 * the time when the form was opened. `currentPassword`: the password of the caller.
 */
export const changeOperatorRequest = z.extend(access, { name: z.string(), from: access, currentPassword });
export type ChangeOperatorRequest = z.infer<typeof changeOperatorRequest>;

/** `POST /admin/password`: the operator's own password. */
export const operatorPasswordRequest = z.object({
  currentPassword,
  newPassword: operatorPassword,
});
export type OperatorPasswordRequest = z.infer<typeof operatorPasswordRequest>;

/** `GET /admin/operators`. `addedBy` is null for the first operator. */
export const operatorList = z.object({
  operators: z.array(
    z.object({
      name: z.string(),
      rights,
      disabled: z.boolean(),
      addedAt: timestamp,
      addedBy: z.nullable(z.string()),
      passkeys: z.int(),
    }),
  ),
});
export type OperatorList = z.infer<typeof operatorList>;

/**
 * `error` is a function, so that the number is formatted only when the error is shown. The formatting loads locale
 * data, and this loading would take a tenth of the Worker's start-up time.
 */
const range = { error: () => adminCopy.credits.range(CREDITS_MAX) };
const credits = z
  .number({
    error: ({ input }) => (input === undefined || input === null || input === '' ? fillIn : range.error()),
  })
  .check(z.int(range), z.minimum(0, range), z.maximum(CREDITS_MAX, range));

/** A username that an admin typed. Perhaps no business has this username. */
export const adminUsername = z.pipe(
  z.pipe(z.string(fillIn), z.transform(cleanUsername)),
  z.string().check(z.minLength(1, fillIn), z.maxLength(MAX_EMAIL_LENGTH, refusals.unknown_business.sentence)),
);

/** `POST /admin/approve-name`. After the approval, texts may use this name of the business. */
export const approveNameRequest = z.object({ username: adminUsername, name: z.string(fillIn) });
export type ApproveNameRequest = z.infer<typeof approveNameRequest>;

/** `POST /admin/update-credits`. */
export const updateCreditsRequest = z.object({
  username: adminUsername,
  baseCustomerCredits: credits,
  baseSMSCredits: credits,
});
export type UpdateCreditsRequest = z.infer<typeof updateCreditsRequest>;

const balances = z.object({ customerCredits: z.int(), smsCredits: z.int() });

/**
 * `GET /admin/businesses/{username}`. The answer contains neither guests' data nor the owner's contact data, because
 * the admin area does not need these data.
 */
export const adminBusiness = z.object({
  name: z.string(),
  /** Whether the name is protected and still waits for an operator's approval. */
  nameWaits: z.boolean(),
  username: z.string(),
  plan: z.string(),
  trialEndsAt: z.nullable(timestamp),
  subscriptionStatus: z.nullable(z.string()),
  createdAt: timestamp,
  maxLocations: z.int(),
  baseCustomerCredits: z.int(),
  baseSMSCredits: z.int(),
  locations: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      /** The balances that can be used now: 0 after the end of a trial. Null if the location did not answer. */
      now: z.nullable(z.extend(balances, { waiting: z.int() })),
    }),
  ),
  serverNow: timestamp,
});
export type AdminBusiness = z.infer<typeof adminBusiness>;

export const baseCredits = z.object({ baseCustomerCredits: z.int(), baseSMSCredits: z.int() });
export type BaseCredits = z.infer<typeof baseCredits>;

/** Change of one location's balances. `set` is null if the location did not answer. */
const locationChange = z.object({
  /** Identifies the location, because two locations can have the same address. */
  id: z.string(),
  address: z.string(),
  set: z.nullable(z.object({ before: balances, after: balances })),
});
export const locationChanges = z.array(locationChange);
export type LocationChange = z.infer<typeof locationChange>;

export const actKinds = [
  'logged_in',
  'credits_changed',
  'business_viewed',
  'name_approved',
  'businesses_listed',
  'business_exported',
  'business_backed_up',
  'business_imported',
  'import_ended',
  'location_restored',
  'keys_rotated',
  'person_exported',
  'person_erased',
  'export_asked',
  'export_approved',
  'export_withdrawn',
  'erasure_asked',
  'erasure_approved',
  'erasure_withdrawn',
  'operator_added',
  'operator_changed',
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'passkeys_reset',
  'command_code_made',
  'feedback_read',
  'sales_read',
] as const;
export type ActKind = (typeof actKinds)[number];

/**
 * One row of the audit log. `username`: the business that the act is about, if any. `about` names the other object that
 * the act concerns, such as an operator or a passkey. `locations` is null if the change was interrupted, because it is
 * then unknown which locations were changed.
 */
const operatorAct = z.object({
  id: z.int(),
  at: timestamp,
  operator: z.string(),
  kind: z.enum(actKinds),
  username: z.nullable(z.string()),
  about: z.nullable(z.string()),
  credits: z.nullable(
    z.object({ before: baseCredits, after: baseCredits, locations: z.nullable(locationChanges) }),
  ),
});
export type OperatorAct = z.infer<typeof operatorAct>;
export type CreditsChange = NonNullable<OperatorAct['credits']>;

/** One page of a list, newest rows first. `next`: the value of `before` in the next call; null on the last page. */
const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.nullable(z.int()) });

/** `GET /admin/audit?before=&operator=&kind=&username=`, `/admin/feedback?before=`, `/admin/sales?before=`. */
export const auditPage = pageOf(operatorAct);
export const feedbackPage = pageOf(storedFeedback);
export const salesPage = pageOf(storedSalesInquiry);

export type ListPage<Row> = { rows: Row[]; next: number | null };

/** A list's query asks for the rows with a number below `before`. A query without `before` asks for the newest rows. */
export const listQuery = z.object({
  before: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))),
});

/**
 * The query of the audit log. Each of these fields, if set, limits the answer to the acts of one operator, of one kind,
 * or about one business.
 */
export const auditQuery = z.extend(listQuery, {
  operator: z.optional(filledIn),
  kind: z.optional(z.enum(actKinds)),
  username: z.optional(adminUsername),
});
export type AuditQuery = z.infer<typeof auditQuery>;
