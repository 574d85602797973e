/** What the file of a history is called, pure. */
import type { ExportRange } from '../../../shared/contracts/analytics.ts';
import { analyticsCopy } from '../../../shared/copy/en/analytics.ts';

/** The beginning of an address: whole names have to stay short of what file systems take. */
const BEGINNING = /^.{0,50}/u;

/**
 * The header that names the file by its place and its days, so that the files of two locations, or of two months, lie
 * side by side. The last day is today at the latest. Programs that know no other letters than English ones get those.
 */
export function attachmentHeader(
  { username, address, today }: { username: string; address: string; today: string },
  { from, to = today }: ExportRange,
): string {
  const place = BEGINNING.exec(inFileName(address))?.[0] ?? '';
  const name = analyticsCopy.export.file({ username, place, from, to: to < today ? to : today });
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]+/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Letters and digits of every script; what means something in a path or in a header becomes a dash. */
function inFileName(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}
