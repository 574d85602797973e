/** Compares the stopped server's files with the ledger, and the rows of visits with the event logs. */
import type { Findings } from './findings.ts';
import type { Hold } from './holds.ts';
import type { Ledger } from './ledger.ts';
import { historyOf, replay, type Replay } from './replay.ts';
import type { Shop } from './shop.ts';
import {
  readDatabase,
  readLocation,
  type HistoryRow,
  type StoredLocation,
  type StoredVisit,
} from './state-files.ts';
import type { Watch } from './watch.ts';

/** A shop, and its owner's page that was open during the whole run. `watch` is null if no page was open. */
type ShopToRead = { shop: Shop; watch: Watch | null };

/** Reads every location and D1, adds errors to `findings`, and returns all holds. */
export function readAfterwards(
  stateDir: string,
  shops: ShopToRead[],
  ledger: Ledger,
  findings: Findings,
): Hold[] {
  const { history, texts } = readDatabase(stateDir);
  const pending: HistoryRow[] = [];
  const holds: Hold[] = [];
  const recipients = texts.map((text) => text.recipient);
  for (const { shop, watch } of shops) {
    const stored = readLocation(stateDir, shop.opened.id);
    const told = replay(stored.events);
    checkNames(shop, stored.visits, ledger, findings);
    checkEvents(shop, stored.visits, told, findings);
    checkTexts(shop, stored.visits, recipients, findings);
    for (const entry of stored.deliveries)
      findings.undelivered.push(`${shop.name}: ${JSON.stringify(entry)}`);
    pending.push(...pendingHistory(shop, stored, told));
    holds.push(...holdsOf(shop, stored.visits, told, watch, findings));
  }
  checkHistory(pending, history, findings);
  return holds;
}

/** Every guest of the ledger must have exactly one visit row, and each other row is an error. */
function checkNames(shop: Shop, visits: StoredVisit[], ledger: Ledger, findings: Findings): void {
  const rows = Map.groupBy(visits, (visit) => visit.lastName);
  const guests = ledger.guests.filter((guest) => guest.shop === shop);
  for (const { lastName } of guests) {
    const count = rows.get(lastName)?.length ?? 0;
    if (count === 0) findings.lostJoins.push(`${shop.name}: no row of ${lastName}`);
    if (count > 1) findings.doubled.push(`${shop.name}: ${count} rows of ${lastName}`);
    rows.delete(lastName);
  }
  for (const name of rows.keys()) findings.unasked.push(`${shop.name}: a row of ${name}, who never joined`);
}

/** The visit rows must equal the replayed event log, and the log must have no contradictions. */
function checkEvents(shop: Shop, visits: StoredVisit[], told: Replay, findings: Findings): void {
  findings.doubled.push(...told.contradictions.map((sentence) => `${shop.name}: ${sentence}`));
  for (const { id, status, admittedAt, holdExpired, endedAt, revision } of visits) {
    const row = { status, admittedAt, holdExpired: holdExpired === 1, endedAt, revision };
    const visit = told.visits.get(id);
    const expected = visit && {
      status: visit.status,
      admittedAt: visit.admittedAt,
      holdExpired: visit.holdExpired,
      endedAt: visit.endedAt,
      revision: visit.revision,
    };
    if (JSON.stringify(row) !== JSON.stringify(expected)) {
      findings.unlikeEvents.push(
        `${shop.name}: visit ${id} is ${JSON.stringify(row)}, told ${JSON.stringify(expected)}`,
      );
    }
  }
  const rows = new Set(visits.map((visit) => visit.id));
  for (const id of told.visits.keys()) {
    if (!rows.has(id)) findings.unlikeEvents.push(`${shop.name}: events of ${id}, which has no row`);
  }
  const line = visits.filter((visit) => visit.status === 'waiting').map((visit) => visit.id);
  if (line.join() !== told.line.join()) {
    findings.unlikeEvents.push(`${shop.name}: the line is ${line.join()}, told ${told.line.join()}`);
  }
}

/**
 * A guest who waits elsewhere gets at most one text, and only after an admit. At the end no text may be pending, and
 * for each text with the status `sent` the outbox must contain a message.
 */
function checkTexts(shop: Shop, visits: StoredVisit[], recipients: string[], findings: Findings): void {
  for (const { lastName, phoneNumber, admittedAt, textStatus } of visits) {
    if (phoneNumber === '') continue;
    const count = recipients.filter((recipient) => recipient === phoneNumber).length;
    if (count > 1) findings.doubled.push(`${shop.name}: ${count} texts to ${lastName}`);
    if (count > 0 && admittedAt === null)
      findings.unasked.push(`${shop.name}: a text to ${lastName}, who waits`);
    if (count === 0 && textStatus === 'sent') findings.lostTexts.push(`${shop.name}: no text to ${lastName}`);
    if (textStatus === 'queued' || textStatus === 'sending') {
      findings.undelivered.push(`${shop.name}: the text to ${lastName} is ${textStatus}`);
    }
  }
}

function pendingHistory(shop: Shop, stored: StoredLocation, told: Replay): HistoryRow[] {
  return stored.visits.flatMap((visit) => {
    const tale = told.visits.get(visit.id);
    const row = tale ? historyOf(tale, visit, shop.opened.id) : null;
    return row === null ? [] : [row];
  });
}

/** D1 must have exactly the history rows that result from the events of all locations. */
function checkHistory(pending: HistoryRow[], history: HistoryRow[], findings: Findings): void {
  const expected = new Set(pending.map(asText));
  const actual = new Set(history.map(asText));
  findings.historyMissing.push(...[...expected].filter((row) => !actual.has(row)));
  findings.historyExtra.push(...[...actual].filter((row) => !expected.has(row)));
}

function holdsOf(
  shop: Shop,
  visits: StoredVisit[],
  told: Replay,
  watch: Watch | null,
  findings: Findings,
): Hold[] {
  return visits.flatMap(({ id, admittedAt, holdEndsAt: endsAt }) => {
    if (admittedAt === null || endsAt === null) return [];
    const notedAt = told.visits.get(id)?.holdEndedAt ?? null;
    const toldAt = watch === null ? undefined : (watch.toldAt.get(id) ?? null);
    if (endsAt - admittedAt !== shop.settings.holdMs) {
      findings.holdsWrong.push(`${shop.name}: the hold of ${id} is ${endsAt - admittedAt} ms long`);
    }
    for (const at of [notedAt, toldAt]) {
      if (at && at < endsAt)
        findings.holdsWrong.push(`${shop.name}: the hold of ${id} ended ${endsAt - at} ms early`);
    }
    return [{ visitId: id, endsAt, notedAt, ...(toldAt !== undefined && { toldAt }) }];
  });
}

/** The row as text, with its columns in a fixed order. */
function asText(row: HistoryRow): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b))));
}
