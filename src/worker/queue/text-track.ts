/** Writes what becomes of a text: its record, its credit, what the owner's page shows of it. */
import { calendarDay } from '../../shared/day-figures.ts';
import type { Announcer } from './announcer.ts';
import type { TextReceipt } from './calls.ts';
import type { Counter } from './counter.ts';
import type { OutboxEntry } from './outbox.ts';
import { advances, trackText, type TextFault, type TextProgress } from '../../shared/queue/rules/texts.ts';
import type { Store } from './store/store.ts';

/** What is new about a text. */
type News = { to: TextProgress; why?: TextFault | undefined; providerId?: string | undefined };

/** Writes the news with `andThen` in one transaction; news that say less than is known change nothing else. */
export type TextTrack = (
  text: Pick<OutboxEntry, 'id' | 'visitId' | 'call'>,
  news: News,
  andThen: () => void,
) => void;

/** The announcer tells the owner's pages each change after it is written. */
export function textTrack(
  store: Store,
  announcer: Pick<Announcer, 'textTracked'>,
  counter: Pick<Counter, 'count'>,
): TextTrack {
  const { texts, visits } = store;
  return ({ id, visitId, call }, { to, why, providerId }, andThen) => {
    const row = store.location;
    const location = row?.read();
    const visit = visits.byId(visitId);
    const known = texts.byId(id);
    const from = known?.progress ?? 'queued';
    if (!row || !location || visit === null || !advances(from, to)) return store.transaction(andThen);
    const after = trackText(location, visit, { call, from, to, why });
    const isTaken = to === 'sent' || to === 'delivered' || to === 'undelivered';
    const sentOn = isTaken ? calendarDay(Date.now(), location.timezone) : null;
    store.transaction(() => {
      texts.save({
        id,
        visitId,
        call,
        progress: to,
        providerId: known?.providerId ?? providerId ?? null,
        sentOn: known?.sentOn ?? sentOn,
      });
      visits.save(after.visit);
      row.save(after.location);
      andThen();
    });
    announcer.textTracked(after.location, after.visit, Date.now());
    // A text is counted as queued when it is owed, not each time it is put off.
    if (to !== from && to !== 'queued' && to !== 'sending') counter.count({ event: 'text', state: to });
  };
}

/** What a receipt says. It also ends all doubt about a text that is still in the outbox. False: no such text. */
export function receive(store: Store, track: TextTrack, { textId, ...said }: TextReceipt): boolean {
  const text = store.location === null ? null : store.texts.byId(textId);
  if (text === null) return false;
  track(text, { to: said.outcome, why: said.why, providerId: said.providerId }, () =>
    store.outbox.drop(textId),
  );
  return true;
}
