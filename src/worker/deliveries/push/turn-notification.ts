/** Notification of a guest's turn, in the guest's language. Pure. */
import { guestCatalogues } from '../../../shared/copy/guest-catalogues.ts';
import { languageFacts, type Language } from '../../../shared/languages.ts';
import type { PushPayload } from '../../../shared/contracts/reminder.ts';

/**
 * The time that the transport of the push may take. This time is added to the remaining time, so that a remaining time
 * of 4:56 is still shown as five minutes.
 */
const ON_THE_WAY_MS = 5_000;

/** `leftMs`: how long the guest's place is still held. `username` is written as in the page's URL. */
export function turnNotification({
  businessName,
  username,
  language,
  leftMs,
}: {
  businessName: string;
  username: string;
  language: Language;
  leftMs: number;
}): PushPayload {
  const say = guestCatalogues[language].turn;
  const minutes = Math.floor((leftMs + ON_THE_WAY_MS) / 60_000);
  return {
    title: `${say.title} · ${businessName}`,
    body: minutes > 0 ? say.held(minutes) : say.secondsLeft(Math.ceil(leftMs / 1_000)),
    path: `/queue/${encodeURIComponent(username)}`,
    language,
    direction: languageFacts[language].direction,
  };
}
