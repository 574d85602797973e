/** What the texts say of the time that is left. The words themselves: `src/shared/text/turn-text.ts`. */
import { turnText, type TurnText } from '../../../shared/text/turn-text.ts';

/** What a text may take on its way without the minutes it names being fewer. */
const ON_THE_WAY_MS = 15_000;

/** The text of an admission, whose spot is held for `leftMs` from now: whole minutes, never more than there are. */
export function admissionText(leftMs: number, about: Omit<TurnText, 'minutes'>): string {
  return turnText({ ...about, minutes: Math.floor((leftMs + ON_THE_WAY_MS) / 60_000) });
}
