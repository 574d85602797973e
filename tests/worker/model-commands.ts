/** The commands of the model test: what each does to the real object, and what the model says it has to do. */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { RefusalCode } from '../../src/shared/copy/refusals.ts';
import type { VisitStatus } from '../../src/shared/queue-view.ts';
import type { OwnerAction } from '../../src/worker/queue/calls.ts';
import { delivered } from './deliveries.ts';
import { aJoin, claimOf, granted, holdMs, moveClock, username, type Location } from './queue-factories.ts';

const UNDO_MS = 10_000;
const UNRESOLVED_MS = 30 * 60_000;

type ModelVisit = {
  id: string;
  status: VisitStatus;
  charged: boolean;
  admits: number;
  holdEndsAt: number;
  settled: boolean;
  hadMoreTime: boolean;
  /** Whether anything of it has been written to history. */
  hasHistory: boolean;
};

/** What can be undone. `ahead` and `behind` are those around it who have not changed their place since. */
type Offer = {
  id: string;
  of: 'admit' | 'remove';
  until: number;
  charged: boolean;
  ahead: string[];
  behind: string[];
};

/** All visits in the order of their joins, and who waits, nearest to the door first. */
export type Model = {
  customerCredits: number;
  smsCredits: number;
  undo: boolean;
  visits: ModelVisit[];
  line: string[];
  offer: Offer | null;
};

export type Real = {
  location: Location;
  /** In the order of the model's visits. A walk-in has no secret. */
  guests: { id: string; secret: string | null; phone: string | null }[];
};

export function newModel(about: Pick<Model, 'customerCredits' | 'smsCredits' | 'undo'>): Model {
  return { ...about, visits: [], line: [], offer: null };
}

/** No two guests have one number: what each was sent is counted. */
let phones = 0;

type Outcome = { ok: true } | { ok: false; code: RefusalCode };
type Run = (model: Model, real: Real) => Promise<void>;

/** A command that can always be tried: what cannot be done has to be refused. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #run: Run;

  constructor(name: string, run: Run) {
    this.#name = name;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    await this.#run(model, real);
    await expectSame(model, real);
  }

  toString(): string {
    return this.#name;
  }
}

/** The object's whole line and its balance are the model's. */
async function expectSame(model: Model, { location }: Real): Promise<void> {
  const { view } = granted(await location().view());
  expect(view.queue.map(({ id, position }) => [id, position])).toEqual(
    model.line.map((id, n) => [id, n + 1]),
  );
  expect(view.customerCredits).toBe(model.customerCredits);
  const ended = [...view.admittedCustomers, ...view.removedCustomers].map(({ id, status }) => [id, status]);
  const expected = model.visits
    .filter(({ status }) => status !== 'waiting')
    .map(({ id, status }) => [id, status]);
  expect(Object.fromEntries(ended)).toEqual(Object.fromEntries(expected));
}

function join(byOwner: boolean, isTexted: boolean): fc.AsyncCommand<Model, Real> {
  return new Step(`${byOwner ? 'walk-in' : 'join'}${isTexted ? ' with phone' : ''}`, async (model, real) => {
    phones += 1;
    const phone = isTexted ? `+62812${String(phones).padStart(8, '0')}` : null;
    const way = phone === null ? {} : ({ waitingPreference: 'wait_anywhere', phoneNumber: phone } as const);
    const request = aJoin(way);
    const reply = byOwner
      ? await real.location().addWalkIn({ request, idempotencyKey: null })
      : await real
          .location()
          .join({ username, request, idempotencyKey: null, sender: null, heldSecret: null, language: 'en' });
    if (model.customerCredits < 1) return expect(reply).toEqual({ ok: false, code: 'no_credits' });
    const { id, secret } = newcomer(granted(reply));
    model.customerCredits -= 1;
    model.line.push(id);
    model.offer?.behind.push(id);
    model.visits.push({
      id,
      status: 'waiting',
      charged: false,
      admits: 0,
      holdEndsAt: 0,
      settled: false,
      hadMoreTime: false,
      hasHistory: false,
    });
    real.guests.push({ id, secret, phone });
  });
}

type Added = { visit: { id: string } } | { answer: { queueToken: string; customer: { id: string } } };

function newcomer(reply: Added): { id: string; secret: string | null } {
  if ('visit' in reply) return { id: reply.visit.id, secret: null };
  return { id: reply.answer.customer.id, secret: claimOf(reply.answer).secret };
}

function leave(nth: number): fc.AsyncCommand<Model, Real> {
  return new Step(`leave ${nth}`, async (model, real) => {
    const visit = chosen(model, nth, 'waiting');
    const guest = real.guests.find(({ id }) => id === visit?.id);
    if (!guest || !visit || guest.secret === null) return;
    const reply = await real.location().leave({ username, secret: guest.secret });
    if (isHidden(model, visit)) {
      expect(reply).toEqual({ ok: true, username });
      model.offer = null;
      visit.status = 'left';
    } else if (visit.status === 'left') {
      expect(reply).toEqual({ ok: true, username });
    } else {
      expectOutcome(reply, refusalToEnd(visit));
      if (visit.status === 'waiting') endWaiting(model, visit, 'left');
    }
  });
}

/**
 * Whom a command is about: mostly one of those it can be done to, by the places in line or the newest first; by every
 * fourth number anybody, so that refusals come, too.
 */
function chosen({ visits, line }: Model, nth: number, status: VisitStatus): ModelVisit | undefined {
  const able =
    status === 'waiting'
      ? line.flatMap((id) => visits.find((visit) => visit.id === id) ?? [])
      : visits.filter((visit) => visit.status === status).toReversed();
  const among = nth % 4 === 3 || able.length === 0 ? visits : able;
  return among[nth % among.length];
}

/** What an action does to the model, or why it is refused. */
type Rule = (model: Model, visit: ModelVisit) => RefusalCode | null;

const forAdmitted: ReadonlySet<string> = new Set(['arrived', 'no-show', 'put-back']);

function act(nth: number, action: OwnerAction, rule: Rule): fc.AsyncCommand<Model, Real> {
  const name = action.kind === 'move' ? `move to ${action.position}` : action.kind;
  return new Step(`${name} ${nth}`, async (model, real) => {
    const visit = chosen(model, nth, forAdmitted.has(action.kind) ? 'admitted' : 'waiting');
    if (visit === undefined) return;
    const reply = await real.location().act({ id: visit.id }, action);
    expectOutcome(reply, rule(model, visit));
  });
}

/** The guest is on the way: that changes no place and no state. */
function sayOnMyWay(nth: number): fc.AsyncCommand<Model, Real> {
  return new Step(`on my way ${nth}`, async (model, real) => {
    const { visit, secret } = whoSays(model, real, nth);
    if (visit === undefined || secret === null) return;
    const reply = await real.location().reply({ username, secret }, { reply: 'on_my_way' });
    expectOutcome(reply, refusalToReply(model, visit));
  });
}

/** Five more minutes, to the place that the guest is shown. Once more, for the place that they led to, changes nothing. */
function takeMoreTime(nth: number): fc.AsyncCommand<Model, Real> {
  return new Step(`more time ${nth}`, async (model, real) => {
    const { visit, secret } = whoSays(model, real, nth);
    if (visit === undefined || secret === null) return;
    const claim = { username, secret };
    const before = granted(await real.location().status(claim)).answer;
    const shown = before.moreTime;
    const isThere = visit.hadMoreTime && before.position > 0 && refusalToReply(model, visit) === null;
    const refusal = refusalToReply(model, visit) ?? (visit.hadMoreTime ? 'more_time_used' : null);
    if (refusal !== null) expect(shown).toBeUndefined();
    else if (shown === undefined) expect(model.line.at(-1) === visit.id || isHidden(model, visit)).toBe(true);
    const position = shown?.position ?? Math.max(1, before.position);
    const reply = await real.location().reply(claim, { reply: 'more_time', position });
    expectOutcome(reply, isThere ? null : (refusal ?? (shown === undefined ? 'already_last' : null)));
    if (isThere) return expect(granted(reply).answer.position).toBe(position);
    if (!reply.ok) return undefined;
    expect(reply.answer.position).toBe(position);
    visit.hadMoreTime = true;
    const others = model.line.filter((id) => id !== visit.id);
    const around = { ahead: others.slice(0, position - 1), behind: others.slice(position - 1) };
    if (isHidden(model, visit)) return void Object.assign(model.offer ?? {}, around);
    if (visit.status === 'admitted') {
      withoutOfferOf(model, visit);
      visit.status = 'waiting';
    }
    moveTo(model, visit, position - 1);
  });
}

/** Mostly somebody in line or admitted. A walk-in has no page. */
function whoSays(model: Model, { guests }: Real, nth: number) {
  const visit = chosen(model, nth, nth % 2 === 0 ? 'waiting' : 'admitted');
  return { visit, secret: guests.find(({ id }) => id === visit?.id)?.secret ?? null };
}

function refusalToReply(model: Model, visit: ModelVisit): RefusalCode | null {
  if (visit.status === 'waiting' || isHidden(model, visit)) return null;
  if (visit.status === 'left' || visit.status === 'removed') return 'not_waiting';
  if (visit.status !== 'admitted') return 'already_settled';
  return Date.now() < visit.holdEndsAt ? null : 'hold_over';
}

/** The visit waits again between the same two; who changed places meanwhile may stand on either side. */
function undo(nth: number): fc.AsyncCommand<Model, Real> {
  return new Step(`undo ${nth}`, async (model, real) => {
    const given = model.offer;
    // Nearly always the one that can be undone: of the others a few refusals are enough.
    const visit =
      (nth > 0 && model.visits.find(({ id }) => id === given?.id)) || chosen(model, nth, 'admitted');
    if (visit === undefined) return;
    const reply = await real.location().act({ id: visit.id }, { kind: 'undo' });
    const refusal = refusalToUndo(model, visit);
    expectOutcome(reply, refusal);
    if (refusal !== null || given === null) return;
    const index = (granted(reply).visit.position ?? 0) - 1;
    const isAhead = (id: string) => given.ahead.includes(id);
    const firstBehind = model.line.findIndex((id) => given.behind.includes(id));
    expect(index).toBeGreaterThan(model.line.findLastIndex(isAhead));
    expect(index).toBeLessThanOrEqual(firstBehind === -1 ? model.line.length : firstBehind);
    model.line.splice(index, 0, visit.id);
    if (given.of === 'remove' && !given.charged) model.customerCredits -= 1;
    Object.assign(visit, { status: 'waiting', charged: given.charged });
    model.offer = null;
  });
}

function refusalToUndo({ offer: given, customerCredits }: Model, visit: ModelVisit): RefusalCode | null {
  if (given?.id !== visit.id || Date.now() >= given.until) return 'undo_over';
  return given.of === 'remove' && !given.charged && customerCredits < 1 ? 'no_credits' : null;
}

function expectOutcome(reply: Outcome, refusal: RefusalCode | null): void {
  expect(reply).toMatchObject(refusal === null ? { ok: true } : { ok: false, code: refusal });
}

const rules = {
  admit(model, visit) {
    const refusal = refusalToEnd(visit);
    if (refusal !== null) return refusal;
    offer(model, visit, 'admit');
    model.line = model.line.filter((id) => id !== visit.id);
    const holdEndsAt = Date.now() + holdMs;
    Object.assign(visit, { status: 'admitted', charged: true, holdEndsAt, settled: false, hasHistory: true });
    visit.admits += 1;
    return null;
  },
  remove(model, visit) {
    const refusal = refusalToEnd(visit);
    if (refusal !== null) return refusal;
    offer(model, visit, 'remove');
    endWaiting(model, visit, 'removed');
    return null;
  },
  arrived: (model, visit) => resolve(model, visit, 'arrived'),
  'no-show': (model, visit) => resolve(model, visit, 'no_show'),
  'put-back'(model, visit) {
    const refusal = refusalUnlessAdmitted(visit);
    if (refusal !== null) return refusal;
    withoutOfferOf(model, visit);
    visit.status = 'waiting';
    model.line.unshift(visit.id);
    return null;
  },
  skip(model, visit) {
    const refusal = refusalToEnd(visit);
    if (refusal !== null) return refusal;
    const at = model.line.indexOf(visit.id);
    if (at === model.line.length - 1) return 'already_last';
    moveTo(model, visit, at + 1);
    return null;
  },
} satisfies Record<Exclude<OwnerAction['kind'], 'move' | 'call-again' | 'undo'>, Rule>;

function moveRule(position: number): Rule {
  return (model, visit) => {
    const refusal = refusalToEnd(visit);
    const index = Math.min(position, model.line.length) - 1;
    if (refusal === null && model.line[index] !== visit.id) moveTo(model, visit, index);
    return refusal;
  };
}

function moveTo(model: Model, visit: ModelVisit, index: number): void {
  model.line = model.line.filter((id) => id !== visit.id);
  model.line.splice(index, 0, visit.id);
  if (model.offer === null) return;
  model.offer.ahead = model.offer.ahead.filter((id) => id !== visit.id);
  model.offer.behind = model.offer.behind.filter((id) => id !== visit.id);
}

function resolve(model: Model, visit: ModelVisit, status: 'arrived' | 'no_show'): RefusalCode | null {
  const refusal = refusalUnlessAdmitted(visit);
  if (refusal !== null) return refusal;
  withoutOfferOf(model, visit);
  visit.status = status;
  return null;
}

function endWaiting(model: Model, visit: ModelVisit, status: 'left' | 'removed'): void {
  model.line = model.line.filter((id) => id !== visit.id);
  if (!visit.charged) model.customerCredits += 1;
  visit.status = status;
  visit.hasHistory = true;
}

function offer(model: Model, visit: ModelVisit, of: Offer['of']): void {
  if (!model.undo) return;
  const { id, charged } = visit;
  const at = model.line.indexOf(id);
  const around = { ahead: model.line.slice(0, at), behind: model.line.slice(at + 1) };
  model.offer = { id, of, until: Date.now() + UNDO_MS, charged, ...around };
}

function withoutOfferOf(model: Model, visit: ModelVisit): void {
  if (model.offer?.id === visit.id) model.offer = null;
}

function isHidden(model: Model, visit: ModelVisit): boolean {
  return model.offer?.of === 'remove' && model.offer.id === visit.id && Date.now() < model.offer.until;
}

function refusalToEnd({ status }: ModelVisit): RefusalCode | null {
  if (status === 'waiting') return null;
  return status === 'left' || status === 'removed' ? 'not_waiting' : 'already_admitted';
}

function refusalUnlessAdmitted({ status, settled }: ModelVisit): RefusalCode | null {
  if (status === 'admitted') return settled ? 'already_settled' : null;
  return status === 'arrived' || status === 'no_show' ? 'already_settled' : 'not_admitted';
}

function pass(byMs: number): fc.AsyncCommand<Model, Real> {
  return new Step(`${byMs} ms pass`, async (model, { location }) => {
    moveClock(byMs);
    await runDurableObjectAlarm(location());
    await delivered(location);
    for (const visit of model.visits) {
      if (visit.status === 'admitted' && Date.now() >= visit.holdEndsAt + UNRESOLVED_MS) visit.settled = true;
    }
    if (model.offer && Date.now() >= model.offer.until) model.offer = null;
  });
}

function evict(): fc.AsyncCommand<Model, Real> {
  return new Step('evict', async (_, { location }) => {
    await evictDurableObject(location());
  });
}

const whom = fc.nat({ max: 11 });

/** What may happen on a day. Joins, admits and the passing of time come more often than the rest. */
export const modelCommands = [
  fc.tuple(fc.boolean(), fc.boolean()).map(([byOwner, isTexted]) => join(byOwner, isTexted)),
  fc.constant(join(false, true)),
  fc.constant(join(false, true)),
  whom.map(leave),
  whom.map((nth) => act(nth, { kind: 'admit' }, rules.admit)),
  whom.map((nth) => act(nth, { kind: 'admit' }, rules.admit)),
  whom.map((nth) => act(nth, { kind: 'remove' }, rules.remove)),
  whom.map((nth) => act(nth, { kind: 'arrived' }, rules.arrived)),
  whom.map((nth) => act(nth, { kind: 'no-show' }, rules['no-show'])),
  whom.map((nth) => act(nth, { kind: 'put-back' }, rules['put-back'])),
  whom.map((nth) => act(nth, { kind: 'skip' }, rules.skip)),
  fc
    .tuple(whom, fc.integer({ min: 1, max: 6 }))
    .map(([nth, position]) => act(nth, { kind: 'move', position }, moveRule(position))),
  whom.map(undo),
  whom.map(undo),
  whom.map(sayOnMyWay),
  whom.map(takeMoreTime),
  whom.map(takeMoreTime),
  fc.constantFrom(5_000, UNDO_MS - 1, holdMs, UNRESOLVED_MS).map(pass),
  fc.constantFrom(1, UNDO_MS).map(pass),
  fc.constant(evict()),
];
