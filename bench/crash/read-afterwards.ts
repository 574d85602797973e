/** Holds what the stopped server has left on disk to the ledger and to its own log of events. */
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

/** A shop, and the owner's page that was open all the time, if one was. */
type ShopToRead = { shop: Shop; watch: Watch | null };

/** Reads every location and D1, adds what is wrong to `findings`, and answers all holds there were. */
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

/** Every guest of the ledger has one row and nobody else has any, also where the lists would not show it. */
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

/** The rows are what the log tells, and the log tells nothing that cannot be. */
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

/** One text to one who was admitted and waits elsewhere. One whose fate the kill has hidden is never repeated. */
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

/** D1 holds exactly the rows that the events of all locations ask for. */
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

/** The columns in one order, whatever order they were read or made in. */
function asText(row: HistoryRow): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b))));
}
