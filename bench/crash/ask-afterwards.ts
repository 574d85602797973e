/**
 * After the last start of the server, the bench calls the server as guests and owners. It compares the answers with the
 * answers that the load got.
 */
import { statusAnswer } from '../../src/shared/contracts/guest.ts';
import type { LocationView, VisitStatus, VisitView } from '../../src/shared/contracts/queue-view.ts';
import { askUntilAnswered } from './calls.ts';
import type { Findings } from './findings.ts';
import type { KillableServer } from './killable-server.ts';
import type { Act, ActKind, Guest, Ledger } from './ledger.ts';
import { locationOf, statusCall, type Shop } from './shop.ts';

const admittedStates: readonly VisitStatus[] = ['admitted', 'arrived', 'no_show'];

/** Requests every visit and every line, and adds errors to `findings`. */
export async function askAfterwards(
  server: KillableServer,
  shops: Shop[],
  ledger: Ledger,
  findings: Findings,
): Promise<void> {
  for (const shop of shops) {
    const location = await locationOf(server, shop);
    const guests = ledger.guests.filter((guest) => guest.shop === shop);
    const acts = ledger.acts.filter((act) => act.shop === shop);
    const visits = [...location.queue, ...location.admittedCustomers, ...location.removedCustomers];
    await checkJoins(server, guests, visits, findings);
    checkActs(acts, new Map(visits.map(({ id, status }) => [id, status])), findings);
    checkNothingTwice(shop, location.queue, visits, acts, findings);
    checkNothingUnasked(visits, guests, acts, findings);
    checkCredits(shop, location, findings);
  }
}

/**
 * For each acknowledged join, the token must open a visit, and the owner must see this visit. All joins with one
 * idempotency key must return the same visit.
 */
async function checkJoins(
  server: KillableServer,
  guests: Guest[],
  visits: VisitView[],
  findings: Findings,
): Promise<void> {
  const listed = new Map(visits.map((visit) => [visit.id, visit]));
  for (const { shop, lastName, joins } of guests) {
    const ids = new Set(joins.map((joined) => joined.customer.id));
    if (ids.size > 1) findings.doubled.push(`${shop.name}: one key of ${lastName} made ${ids.size} visits`);
    for (const joined of joins) {
      const { status, body } = await askUntilAnswered(server, statusCall(shop, joined));
      const visit = listed.get(joined.customer.id);
      if (status !== 200) findings.lostJoins.push(`${shop.name}: the token of ${lastName} answers ${status}`);
      else if (visit === undefined)
        findings.lostJoins.push(`${shop.name}: ${lastName} is in none of the lists`);
      else {
        const { customer } = statusAnswer.parse(body);
        // The guest's page shows the removal only when the undo time is over.
        const isHidden = visit.status === 'removed' && visit.undoUntil !== undefined;
        const isSame = customer.status === visit.status || (isHidden && customer.status === 'waiting');
        if (customer.id !== visit.id || !isSame) {
          findings.lostJoins.push(
            `${shop.name}: ${lastName} is told ${customer.status}, the owner ${visit.status}`,
          );
        }
      }
    }
  }
}

/** The outcome of each acknowledged action must still exist, because the load undoes no action. */
function checkActs(acts: Act[], statuses: Map<string, VisitStatus>, findings: Findings): void {
  for (const { shop, visitId, kind, answer } of acts) {
    const status = statuses.get(visitId);
    const sentence = `${shop.name}: ${kind} of ${visitId} answered ${answer}, and it is ${status ?? 'nowhere'}`;
    if (answer === 'already_admitted' || (answer === 'done' && kind === 'admit')) {
      if (!status || !admittedStates.includes(status)) findings.lostAdmits.push(sentence);
    } else if (answer === 'not_waiting') {
      if (status !== 'left' && status !== 'removed') findings.lostRemoves.push(sentence);
    } else if (kind === 'remove') {
      // The guest's page shows the removal only when the undo time is over, so the guest may still leave within this
      // time.
      if (status !== 'removed' && status !== 'left') findings.lostRemoves.push(sentence);
    } else if (status !== 'left' && status !== 'removed') {
      findings.lostLeaves.push(sentence);
    }
  }
}

function checkNothingTwice(
  shop: Shop,
  queue: VisitView[],
  visits: VisitView[],
  acts: Act[],
  findings: Findings,
): void {
  for (const name of repeated(visits.map((visit) => visit.lastName))) {
    findings.doubled.push(`${shop.name}: ${name} has more than one visit`);
  }
  for (const id of repeated(visits.map((visit) => visit.id))) {
    findings.doubled.push(`${shop.name}: visit ${id} stands in more than one list`);
  }
  const ends = acts.filter(({ kind, answer }) => answer === 'done' && kind !== 'leave');
  for (const id of repeated(ends.map((act) => act.visitId))) {
    findings.doubled.push(`${shop.name}: visit ${id} was admitted or removed more than once`);
  }
  const places = queue.map((visit) => visit.position);
  if (places.some((place, index) => place !== index + 1)) {
    findings.doubled.push(`${shop.name}: the places in line are ${places.join(', ')}`);
  }
}

function checkNothingUnasked(visits: VisitView[], guests: Guest[], acts: Act[], findings: Findings): void {
  const names = new Set(guests.map((guest) => guest.lastName));
  const asked = new Set(acts.map(({ visitId, kind }) => `${kind} ${visitId}`));
  for (const { id, lastName, status } of visits) {
    if (!names.has(lastName)) findings.unasked.push(`nobody called ${lastName} has joined`);
    const kind = actBehind(status);
    if (kind !== null && !asked.has(`${kind} ${id}`)) {
      findings.unasked.push(`nobody asked to ${kind} visit ${id}`);
    }
  }
}

/** The action that must have caused this status. Null for `waiting`, because a join causes `waiting`. */
function actBehind(status: VisitStatus): ActKind | null {
  switch (status) {
    case 'waiting':
      return null;
    case 'left':
      return 'leave';
    case 'removed':
      return 'remove';
    case 'admitted':
    case 'arrived':
    case 'no_show':
      return 'admit';
  }
}

/**
 * A waiting or admitted visit uses one customer credit. A text uses one SMS credit, except if its status is `not_sent`
 * or `failed`.
 */
function checkCredits({ name, opened }: Shop, location: LocationView, findings: Findings): void {
  const { queue, admittedCustomers, customerCredits, smsCredits } = location;
  const texts = admittedCustomers.filter(
    ({ message }) => message && message.status !== 'not_sent' && message.status !== 'failed',
  );
  const balances = { customerCredits, smsCredits };
  const expected = {
    customerCredits: opened.customerCredits - queue.length - admittedCustomers.length,
    smsCredits: opened.smsCredits - texts.length,
  };
  if (JSON.stringify(balances) !== JSON.stringify(expected)) {
    findings.creditsOff.push(`${name}: ${JSON.stringify(balances)}, not ${JSON.stringify(expected)}`);
  }
}

function repeated(values: string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(values.filter((value) => seen.has(value) || !seen.add(value)));
}
