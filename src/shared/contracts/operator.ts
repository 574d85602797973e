/**
 * API contract of the operator's commands (`npm run export`, `import`, `restore`, `person`), below `/admin`. Failed
 * calls answer with plain text.
 */
import * as z from 'zod/mini';
import { adminUsername } from './admin.ts';
import { timestamp } from './queue-view.ts';
import { accountPart, dataPart, fileSealing, FILE_VERSION } from './business-file.ts';
import { EMAIL_ADDRESS } from '../typing/email-address.ts';
import { MAX_EMAIL_LENGTH } from '../limits.ts';

const locationId = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const businessId = z.string().check(z.regex(/^[0-9a-f-]{36}$/));

/** Describes how much of an export is done. The next call sends the value of the previous answer unchanged. */
const exportCursor = z.strictObject({
  /** The remaining locations. The first location in this list is exported now. */
  locations: z.array(locationId).check(z.maxLength(100)),
  /**
   * The table whose rows are exported now, or the history. `last` means all rows that may have changed since the export
   * read them.
   */
  part: z.enum(['event', 'consent', 'text', 'visit', 'last', 'history']),
  /** The key of the last exported row. */
  after: z.union([z.int(), z.string().check(z.maxLength(100))]),
});
export type ExportCursor = z.infer<typeof exportCursor>;

/**
 * The key that seals the secrets of a file: 32 bytes in base64url, and the salt and rounds that derived the key from a
 * passphrase.
 */
const fileSeal = z.extend(fileSealing, { key: z.string().check(z.regex(/^[\w-]{43}$/)) });
export type FileSeal = z.infer<typeof fileSeal>;

/**
 * `POST /admin/export`, `POST /admin/backup`: return parts of the file, each as JSON. `cursor` is null in the first
 * call. Each further call sends the value `next` of the answer before. All secrets in the answers are sealed. An export
 * needs an approval; a backup needs the operator's right named `backup`.
 */
export const exportRequest = z.strictObject({
  username: adminUsername,
  seal: fileSeal,
  cursor: z.nullable(exportCursor),
});
/** `POST /admin/export/approve`: approves the export that another operator asked for. */
export const exportApproval = z.strictObject({ username: adminUsername });
/** `next` is null after the last part. */
export const exportAnswer = z.object({ parts: z.array(z.string()), next: z.nullable(exportCursor) });
export type ExportAnswer = z.infer<typeof exportAnswer>;

/** A username, in a form that can also be a file name. */
const listed = z.string().check(z.regex(/^[\w.-]*[a-z0-9][\w.-]*$/i));

/**
 * `POST /admin/backup/list`: the usernames that follow the username `after` in alphabetical order. If `after` is null,
 * the list begins with the first username.
 */
export const businessListRequest = z.strictObject({ after: z.nullable(adminUsername) });
/** `next` is the last username of this page, or null at the end. */
export const businessListAnswer = z.object({ usernames: z.array(listed), next: z.nullable(listed) });
export type BusinessListAnswer = z.infer<typeof businessListAnswer>;

/**
 * `POST /admin/import`: begins an import. If an unfinished import of this username exists, the call also deletes that
 * import.
 */
export const importRequest = z.strictObject({ version: z.literal(FILE_VERSION), account: accountPart });
/** `locations` maps the id of each location in the file to its new id. */
export const importAnswer = z.object({ importId: businessId, locations: z.record(z.string(), locationId) });
export type ImportAnswer = z.infer<typeof importAnswer>;

/**
 * `POST /admin/import/part`: `n` is the number of the part in the file. `location` of the part is the new id.
 * Idempotent.
 */
export const importPartRequest = z.strictObject({
  importId: businessId,
  n: z.int().check(z.minimum(1)),
  part: dataPart,
});
export type ImportPart = z.infer<typeof importPartRequest>;

/** `POST /admin/import/finish`: makes the business available. Idempotent. */
export const importFinishRequest = z.strictObject({ importId: businessId, account: accountPart });
export type ImportFinish = z.infer<typeof importFinishRequest>;
/** Whether the subscription was imported. `none`: the business has no Stripe customer. */
export const importFinishAnswer = z.object({ payments: z.enum(['none', 'along', 'left_behind']) });
export type ImportFinished = z.infer<typeof importFinishAnswer>;

/** A bookmark of the platform's point-in-time recovery: hexadecimal digits in four groups. */
export const BOOKMARK = /^[0-9a-f]{8}(-[0-9a-f]{8}){2}-[0-9a-f]{32}$/;

/**
 * `POST /admin/restore`: restores a location to `at` (ISO 8601 with time zone) or to a bookmark, such as `undo` of an
 * earlier answer. Never retry this call automatically: a second call restores again, and the `undo` of its answer leads
 * back only to the state after the first call.
 */
export const restoreRequest = z.union([
  z.strictObject({ locationId, at: z.iso.datetime({ offset: true }) }),
  z.strictObject({ locationId, bookmark: z.string().check(z.regex(BOOKMARK)) }),
]);
/** `undo` is the bookmark of the moment before the restore. */
export const restoreAnswer = z.object({ bookmark: z.string(), undo: z.string() });

/**
 * `POST /admin/rotate`: seals some of the stored secrets (one page) again, with the newest key. `after` is '' in the
 * first call.
 */
export const rotateRequest = z.strictObject({ after: z.string().check(z.regex(/^([0-9a-f]{64})?$/)) });
/** `away`: locations that did not answer. `next` is null at the end. */
export const rotateAnswer = z.object({
  resealed: z.int(),
  away: z.array(locationId),
  next: z.nullable(z.string()),
});
export type RotateAnswer = z.infer<typeof rotateAnswer>;

/** At least five digits are needed, because a number without digits would match every guest whose number is invalid. */
const PHONE_WITH_COUNTRY = /^(\+|00)(?=([ ().-]*\d){5})[\d ().-]{5,28}$/;

/**
 * `POST /admin/person/export`, `POST /admin/person/erase`, `POST /admin/person/erase/approve`. `who`: an email address,
 * or a phone number with country code. `businesses`: the usernames of the businesses that the person says that he or
 * she has visited.
 */
export const personRequest = z.strictObject({
  who: z.string().check(
    z.maxLength(MAX_EMAIL_LENGTH),
    z.refine(
      (typed) => EMAIL_ADDRESS.test(typed) || PHONE_WITH_COUNTRY.test(typed),
      'Please give an email address, or a phone number with its country code, such as +62 812 3456 7890.',
    ),
  ),
  businesses: z.array(adminUsername).check(z.maxLength(20)),
});
export type PersonRequest = z.infer<typeof personRequest>;

/** The kinds of acts that need an approval: the export of a business, and the erasure of an account or of a guest. */
export const askedOf = ['export', 'account', 'guest'] as const;
export type AskedOf = (typeof askedOf)[number];

/**
 * `GET /admin/asked-acts`: the acts that wait for an approval, and the acts that can be done now; the newest act is
 * first.
 */
export const askedActList = z.object({
  acts: z.array(
    z.object({
      id: z.string(),
      /** The operator who asked. */
      operator: z.string(),
      what: z.enum(askedOf),
      /**
       * The usernames of the businesses that the operator named. The person whose data an erasure deletes is not
       * stored.
       */
      businesses: z.array(z.string()),
      /** From this time on the act can be done without an approval. */
      waitsUntil: timestamp,
      /** After this time the operator must ask for the act again. */
      endsAt: timestamp,
      approvedBy: z.nullable(z.string()),
    }),
  ),
});
export type AskedActList = z.infer<typeof askedActList>;

/**
 * `POST /admin/asked-acts/withdraw`: withdraws an act. Only the operator who asked for the act may withdraw the
 * request.
 */
export const withdrawRequest = z.strictObject({ id: z.string().check(z.regex(/^[\w-]{43}$/)) });
