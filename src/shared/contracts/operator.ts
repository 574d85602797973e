/**
 * The contract of the operator's commands (`npm run export`, `import`, `restore`, `person`): calls of the
 * admin's room. Failures are plain text, as of all that is posted there.
 */
import * as z from 'zod/mini';
import { adminUsername } from './admin.ts';
import { accountPart, dataPart, FILE_VERSION } from './business-file.ts';
import { EMAIL_ADDRESS } from '../typing/email-address.ts';
import { MAX_EMAIL_LENGTH } from '../limits.ts';

const locationId = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const businessId = z.string().check(z.regex(/^[0-9a-f-]{36}$/));

/** How far an export has come, as the answer before said. */
const exportCursor = z.strictObject({
  /** The locations that are still to come, the first of them now. */
  locations: z.array(locationId).check(z.maxLength(100)),
  /** The table that is read now, or the history. */
  part: z.enum(['event', 'consent', 'text', 'visit', 'last', 'history']),
  /** The key of the last row that was read. */
  after: z.union([z.int(), z.string().check(z.maxLength(100))]),
});
export type ExportCursor = z.infer<typeof exportCursor>;

/** `POST /admin/export`: the parts of the file, each as JSON; `cursor` is null first, then what the answer before said. */
export const exportRequest = z.strictObject({
  username: adminUsername,
  cursor: z.nullable(exportCursor),
});
/** `next` is null at the end. */
export const exportAnswer = z.object({ parts: z.array(z.string()), next: z.nullable(exportCursor) });
export type ExportAnswer = z.infer<typeof exportAnswer>;

/** Also a file's name. */
const listed = z.string().check(z.regex(/^[\w.-]*[a-z0-9][\w.-]*$/i));

/** `POST /admin/export/list`: usernames by the alphabet, from behind `after` on; null: from the first. */
export const businessListRequest = z.strictObject({ after: z.nullable(adminUsername) });
/** `next` is the last of these, or null at the end. */
export const businessListAnswer = z.object({ usernames: z.array(listed), next: z.nullable(listed) });
export type BusinessListAnswer = z.infer<typeof businessListAnswer>;

/** `POST /admin/import`: begins one, and clears what an earlier one of this username left that was never finished. */
export const importRequest = z.strictObject({ version: z.literal(FILE_VERSION), account: accountPart });
/** `locations`: the id of each location here, by its id in the file. */
export const importAnswer = z.object({ importId: businessId, locations: z.record(z.string(), locationId) });
export type ImportAnswer = z.infer<typeof importAnswer>;

/** `POST /admin/import/part`: `n` counts the file's parts; a part of a location names it by its id here. Repeating it is harmless. */
export const importPartRequest = z.strictObject({
  importId: businessId,
  n: z.int().check(z.minimum(1)),
  part: dataPart,
});
export type ImportPart = z.infer<typeof importPartRequest>;

/** `POST /admin/import/finish`: from here on the business is there. Repeating it is harmless. */
export const importFinishRequest = z.strictObject({ importId: businessId, account: accountPart });
export type ImportFinish = z.infer<typeof importFinishRequest>;
/** Whether what the account pays came along; `none`: it never began to. */
export const importFinishAnswer = z.object({ payments: z.enum(['none', 'along', 'left_behind']) });
export type ImportFinished = z.infer<typeof importFinishAnswer>;

/** What the platform calls a moment of an object: hexadecimal digits in four groups. */
export const BOOKMARK = /^[0-9a-f]{8}(-[0-9a-f]{8}){2}-[0-9a-f]{32}$/;

/**
 * `POST /admin/restore`: to `at`, an instant of ISO 8601 with its zone, or to a bookmark such as `undo` of an answer. Not to be
 * sent again by itself: the second one's `undo` is where the first one went.
 */
export const restoreRequest = z.union([
  z.strictObject({ locationId, at: z.iso.datetime({ offset: true }) }),
  z.strictObject({ locationId, bookmark: z.string().check(z.regex(BOOKMARK)) }),
]);
/** `undo`: the bookmark of the moment before. */
export const restoreAnswer = z.object({ bookmark: z.string(), undo: z.string() });

const PHONE_WITH_COUNTRY = /^(\+|00)[\d ().-]{5,28}$/;

/**
 * `POST /admin/person/export`, `POST /admin/person/erase`: an email address, or a phone number with its country's code; and
 * the usernames of the `businesses` they say they visited.
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
