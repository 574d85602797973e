/** What the notification of a guest's turn says, in the guest's language. Pure. */
import { guestCatalogues } from '../../../shared/copy/guest-catalogues.ts';
import { languageFacts, type Language } from '../../../shared/languages.ts';
import type { PushPayload } from '../../../shared/contracts/reminder.ts';

/** What a push may take on its way without the time it names being too short to be worth naming. */
const ON_THE_WAY_MS = 5_000;

/** For `leftMs` from now the spot is held. `username` as it stands in the page's address. */
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
    title: say.documentTitle(businessName),
    body: minutes > 0 ? say.held(minutes) : say.secondsLeft(Math.ceil(leftMs / 1_000)),
    path: `/queue/${encodeURIComponent(username)}`,
    language,
    direction: languageFacts[language].direction,
  };
}
