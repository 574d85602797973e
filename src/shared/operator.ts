/**
 * The contract of the operator's commands (`npm run export`, `import`, `restore`, `person`; decisions 64 and 65): calls of the
 * admin's room. Failures are plain text, as of all that is posted there.
 */
import * as z from 'zod/mini';
import { adminUsername } from './admin.ts';
import { accountLine, dataLine, fileHead } from './business-file.ts';
import { EMAIL_ADDRESS } from './email-address.ts';
import { MAX_EMAIL_LENGTH } from './limits.ts';

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
  /** The newest rows of the two logs as the location's turn began. */
  events: z.int(),
  consents: z.int(),
});
export type ExportCursor = z.infer<typeof exportCursor>;

/** `POST /admin/export`: the lines from the account on; `cursor` is null first, then what the answer before said. */
export const exportRequest = z.strictObject({
  username: adminUsername,
  cursor: z.nullable(exportCursor),
});
/** `next` is null at the end. */
export const exportAnswer = z.object({ lines: z.array(z.string()), next: z.nullable(exportCursor) });
export type ExportAnswer = z.infer<typeof exportAnswer>;

/** Also a file's name. */
const listed = z.string().check(z.regex(/^[\w.-]*[a-z0-9][\w.-]*$/i));

/** `POST /admin/export/list`: usernames by the alphabet, from behind `after` on; null: from the first. */
export const businessListRequest = z.strictObject({ after: z.nullable(adminUsername) });
/** `next` is the last of these, or null at the end. */
export const businessListAnswer = z.object({ usernames: z.array(listed), next: z.nullable(listed) });
export type BusinessListAnswer = z.infer<typeof businessListAnswer>;

/** `POST /admin/import`: begins one. `importId` is chosen by whoever asks, anew for each try: asked again, it is the same import. */
export const importRequest = z.strictObject({ importId: z.uuid(), head: fileHead, account: accountLine });
export type ImportRequest = z.infer<typeof importRequest>;
/** `locations`: the id of each location here, by its id in the file. */
export const importAnswer = z.object({ locations: z.record(z.string(), z.string()) });
export type ImportAnswer = z.infer<typeof importAnswer>;

/** `POST /admin/import/line`: `n` counts the file's lines; `location` is the id here. Repeating it is harmless. */
export const importLineRequest = z.strictObject({
  importId: businessId,
  n: z.int().check(z.minimum(1)),
  location: z.nullable(locationId),
  line: dataLine,
});
export type ImportLine = z.infer<typeof importLineRequest>;

/**
 * `POST /admin/import/finish`: what it was begun with, how many grants there were, and of each location, by its id here, how many
 * lines of its tables and how many visits of its history.
 */
export const importFinishRequest = z.strictObject({
  importId: businessId,
  head: fileHead,
  account: accountLine,
  lines: z.record(locationId, z.int()),
  visits: z.record(locationId, z.int()),
  grants: z.int(),
});
export type ImportFinish = z.infer<typeof importFinishRequest>;
export const importFinishAnswer = z.object({
  /** Whether what the account pays came along; `none`: it never began to. */
  payments: z.enum(['none', 'along', 'left_behind']),
  /** Locations that did not answer at the end: they open by themselves within minutes. */
  late: z.array(z.string()),
  /** Locations that are not what was imported: something took them away since they were filled. An older server does not say. */
  missing: z._default(z.array(z.string()), []),
});
export type ImportFinished = z.infer<typeof importFinishAnswer>;

/** `POST /admin/import/abandon`: takes away what an import has brought so far. */
export const importAbandonRequest = z.strictObject({ importId: businessId });

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
