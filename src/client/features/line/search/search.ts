/** The search over waiting parties, arriving parties, and parties whose visits ended today. Pure. */
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { plain, wordsOf } from '../../../lib/plain-text.ts';
import { arriving, doneToday } from '../live/lists.ts';

/** The parties found, by their state. */
export type Found = { inLine: VisitView[]; arriving: VisitView[]; done: VisitView[] };

/** Finds parties in all states. Null if no text is typed. */
export function searchAll(location: LocationView, typed: string, nowMs: number): Found | null {
  const words = wordsOf(typed);
  if (words.length === 0) return null;
  const find = (visits: VisitView[]) => visits.filter((visit) => fits(visit, words));
  return {
    inLine: find(location.queue),
    arriving: find(arriving(location, nowMs)),
    done: find(doneToday(location, nowMs)),
  };
}

/** Whether the name and the phone number together contain every typed word, in any order, ignoring case and accents. */
function fits({ firstName, lastName, phoneNumber = '' }: VisitView, words: string[]): boolean {
  const text = plain(`${firstName} ${lastName} ${phoneNumber}`);
  const digits = text.replace(/\D/g, '');
  return words.every(
    (word) => text.includes(word) || (/^\+?\d+$/.test(word) && digits.includes(word.replace('+', ''))),
  );
}

/** A part of a text. `at`: the index of the part in the text. `hit`: whether the part is a typed word. */
type Part = { part: string; hit: boolean; at: number };

/**
 * Splits the text into parts and marks the typed words. If the text without accents and case has another length than
 * the text, no part is marked.
 */
export function markHits(text: string, typed: string): Part[] {
  const words = wordsOf(typed);
  const low = plain(text);
  const whole = [{ part: text, hit: false, at: 0 }];
  if (low.length !== text.length) return whole;
  const at = words.map((word) => ({ start: low.indexOf(word), end: low.indexOf(word) + word.length }));
  const hits = at.filter(({ start }) => start >= 0).toSorted((a, b) => a.start - b.start);
  const parts: Part[] = [];
  let from = 0;
  for (const { start, end } of hits) {
    if (start < from) continue;
    parts.push(
      { part: text.slice(from, start), hit: false, at: from },
      { part: text.slice(start, end), hit: true, at: start },
    );
    from = end;
  }
  return hits.length === 0 ? whole : [...parts, { part: text.slice(from), hit: false, at: from }];
}
