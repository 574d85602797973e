import { expect, test } from 'vitest';
import type { VisitStatus } from '../../../../src/shared/contracts/queue-view.ts';
import {
  admit,
  arrive,
  callAgain,
  cannotCome,
  noShow,
  putBack,
} from '../../../../src/shared/queue/rules/admission.ts';
import {
  recordAdmission,
  recordLength,
  unknownPace,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { Line, RANK_STEP } from '../../../../src/shared/queue/rules/line.ts';
import type { Location, Undo, Visit } from '../../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, lineOf, NOW } from '../../support/factories.ts';

const MINUTE_MS = 60_000;
const pace = recordLength(unknownPace, 2, NOW - 10 * MINUTE_MS);
const behind = aVisit({ id: 'behind', rank: 9 * RANK_STEP });
const HOLD_ENDS_AT = NOW + 240_000;

const offerOf = (visit: Visit, of: Undo['of'] = 'admit'): Undo => ({
  visitId: visit.id,
  of,
  until: NOW + 10_000,
  rank: visit.rank,
  charged: visit.charged,
  pace,
});

const admitted = (visit: Visit): Visit => ({
  ...visit,
  status: 'admitted',
  admittedAt: NOW,
  holdEndsAt: NOW + 300_000,
  charged: true,
  summonCount: 1,
  revision: 1,
});

test('an admit starts the hold, spends the credit and queues a history row; on the premises it queues no text', () => {
  const visit = aVisit();
  const waited = { ms: 10 * MINUTE_MS, promise: visit.promise };
  expect(admit(aLocation({ service: { pace } }), visit, lineOf(visit, behind), NOW)).toEqual({
    ok: true,
    location: aLocation({
      version: 1,
      service: { pace: recordLength(recordAdmission(pace, waited, NOW), 1, NOW) },
    }),
    visit: admitted(visit),
    effects: [{ kind: 'history' }],
    event: 'admitted',
    reason: null,
    position: 0,
    ranks: [],
  });
});

test('an admit ends no other offer, but theirs no longer restore a pace from before it', () => {
  const visit = aVisit();
  const others = [offerOf(behind), offerOf(aVisit({ id: 'gone' }), 'remove')];
  expect(admit(aLocation({ service: { undos: others } }), visit, lineOf(visit), NOW)).toMatchObject({
    location: { services: { main: { undos: others.map((offer) => ({ ...offer, pace: null })) } } },
    effects: [{ kind: 'history' }],
  });
});

test('the hold is as long as the location says', () => {
  const location = aLocation({ settings: { holdMs: 60_000 } });
  expect(admit(location, aVisit(), lineOf(aVisit()), NOW)).toMatchObject({
    visit: { holdEndsAt: NOW + 60_000 },
  });
});

test('an admit of a guest who waits anywhere queues a text, worthless after the hold', () => {
  const visit = aTextedVisit({ summonCount: 2, revision: 4 });
  expect(admit(aLocation(), visit, lineOf(visit), NOW)).toMatchObject({
    ok: true,
    location: { credits: { smsCredits: 9, customerCredits: 10 }, services: { main: { undos: [] } } },
    visit: { text: { status: 'queued' }, summonCount: 3, revision: 5 },
    effects: [
      { kind: 'turn_text', to: '+6281234567890', credits: 1, dueAt: NOW, expiresAt: NOW + 300_000 },
      { kind: 'history' },
    ],
  });
});

test('where undo is offered the text leaves when it no longer is', () => {
  const visit = aTextedVisit({ rank: 5 });
  const location = aLocation({ service: { pace }, settings: { undo: true } });
  const decision = admit(location, visit, lineOf(visit, behind), NOW);
  expect(decision).toMatchObject({
    location: { services: { main: { undos: [offerOf(visit)] } } },
    effects: [{ kind: 'turn_text', dueAt: NOW + 10_000, expiresAt: NOW + 300_000 }, { kind: 'history' }],
  });
});

test('the wait of a moved visit does not count for the promise', () => {
  const visit = aVisit({ moved: true });
  expect(admit(aLocation({ service: { pace } }), visit, lineOf(visit, behind), NOW)).toMatchObject({
    location: { services: { main: { pace: recordLength(recordAdmission(pace, null, NOW), 1, NOW) } } },
  });
});

test('a join later than its admission, by the clock, counts as no wait at all', () => {
  const promise = { minutes: 5, low: 2, high: 10, method: 'fixed', learnedMs: 300_000 } as const;
  const visit = aVisit({ joinedAt: NOW + 3_600_000, promise });
  expect(admit(aLocation({ service: { pace } }), visit, lineOf(visit, behind), NOW)).toMatchObject({
    location: {
      services: { main: { pace: recordLength(recordAdmission(pace, { ms: 0, promise }, NOW), 1, NOW) } },
    },
  });
});

test.each([
  ['admitted', 'already_admitted'],
  ['arrived', 'already_admitted'],
  ['no_show', 'already_admitted'],
  ['left', 'not_waiting'],
  ['removed', 'not_waiting'],
] as const)('a visit that is %s is not admitted: %s', (status, code) => {
  expect(admit(aLocation(), aVisit({ status }), new Line([]), NOW)).toEqual({ ok: false, code });
});

test('a guest is called again by one more text, within the hold', () => {
  const visit = anAdmittedVisit(textedWith({ status: 'sent' }));
  expect(callAgain(aLocation({ service: { pace } }), visit, NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1, service: { pace }, credits: { smsCredits: 9 } }),
    visit: { ...visit, calledAgainAt: NOW, summonCount: 2, text: { status: 'queued' } },
    effects: [
      {
        kind: 'turn_text',
        to: '+6281234567890',
        segments: 1,
        credits: 1,
        dueAt: NOW,
        expiresAt: HOLD_ENDS_AT,
      },
    ],
    event: 'called_again',
    reason: null,
    position: 0,
    ranks: [],
  });
});

test('a visit that was called again cannot be undone', () => {
  const visit = anAdmittedVisit(textedWith(null));
  const location = aLocation({ service: { undos: [offerOf(visit)] } });
  expect(callAgain(location, visit, NOW)).toMatchObject({
    ok: true,
    location: { services: { main: { undos: [] } } },
  });
  const other = aLocation({ service: { undos: [offerOf(behind)] } });
  expect(callAgain(other, visit, NOW)).toMatchObject({
    location: { services: { main: { undos: [offerOf(behind)] } } },
  });
});

// In some rows, the reasons of later rows also apply. The refusal names the reason that comes first in this table.
test.each<[string, Location, Partial<Visit>]>([
  ['already_settled', aLocation(), { autoResolved: true, holdExpired: true }],
  ['hold_over', aLocation(), { holdExpired: true, calledAgainAt: NOW - 1, text: { status: 'queued' } }],
  ['hold_over', aLocation(), { holdEndsAt: NOW, calledAgainAt: NOW - 1, text: { status: 'queued' } }],
  ['already_called', aLocation(), { calledAgainAt: NOW - 1, text: { status: 'queued' } }],
  ['text_on_its_way', aLocation(), { text: { status: 'queued' }, waitingPreference: 'on_premises' }],
  ['text_on_its_way', aLocation(), { text: { status: 'sending' }, waitingPreference: 'on_premises' }],
  ['text_on_its_way', aLocation(), { text: { status: 'unknown' } }],
  ['no_text_possible', aLocation({ credits: { smsCredits: 0 } }), { waitingPreference: 'on_premises' }],
  ['no_text_possible', aLocation({ credits: { smsCredits: 0 } }), { textNumber: null }],
  ['no_sms_credits', aLocation({ credits: { smsCredits: 0 } }), {}],
])('a guest is not called again: %s', (code, location, about) => {
  const visit = anAdmittedVisit({ ...textedWith({ status: 'sent' }), ...about });
  expect(callAgain(location, visit, NOW)).toEqual({ ok: false, code });
});

test.each(['sent', 'delivered', 'failed', 'not_sent'] as const)(
  'a guest whose text is %s can be called again',
  (status) => {
    expect(callAgain(aLocation(), anAdmittedVisit(textedWith({ status })), NOW)).toMatchObject({ ok: true });
  },
);

test.each([
  ['arrived', arrive],
  ['no_show', noShow],
] as const)('a party that is %s ends the visit with a history row', (status, resolve) => {
  const visit = anAdmittedVisit();
  const action = status === 'arrived' ? 'arrived' : 'no-show';
  expect(resolve(aLocation({ service: { undos: [offerOf(visit)] } }), visit, NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1, service: { undos: [{ ...offerOf(visit, action), pace: null }] } }),
    visit: { ...visit, status, endedAt: NOW, revision: 2 },
    effects: [{ kind: 'history' }],
    event: status,
    reason: null,
    position: 0,
    ranks: [],
  });
});

test('an arrived or absent party is not called again', () => {
  const visit = anAdmittedVisit(textedWith({ status: 'queued' }));
  for (const resolve of [arrive, noShow]) {
    expect(resolve(aLocation({ service: { undos: [offerOf(behind)] } }), visit, NOW)).toMatchObject({
      location: {
        credits: { smsCredits: 11 },
        services: { main: { undos: [offerOf(behind), { visitId: visit.id }] } },
      },
      visit: { text: null },
      effects: [{ kind: 'cancel_text' }, { kind: 'history' }],
    });
  }
});

test('a party may still arrive after its hold', () => {
  const visit = anAdmittedVisit({ holdExpired: true, holdEndsAt: NOW - 1 });
  expect(arrive(aLocation(), visit, NOW)).toMatchObject({ ok: true, visit: { status: 'arrived' } });
});

test('a party that is put back stands at the front, without a new credit, and its credit stays spent', () => {
  const visit = anAdmittedVisit({
    ...textedWith({ status: 'sent' }),
    calledAgainAt: NOW - 5,
    onMyWayAt: NOW - 6,
    holdExpired: true,
  });
  const location = aLocation({ service: { undos: [offerOf(visit)], lastRank: behind.rank } });
  expect(putBack(location, visit, lineOf(behind), NOW)).toEqual({
    ok: true,
    location: aLocation({
      version: 1,
      service: { lastRank: behind.rank, pace: recordLength(unknownPace, 2, NOW) },
    }),
    visit: {
      ...aTextedVisit(),
      returnedAt: NOW,
      rank: 8 * RANK_STEP,
      charged: true,
      moved: true,
      summonCount: 1,
      revision: 2,
    },
    effects: [{ kind: 'history' }],
    event: 'put_back',
    reason: null,
    position: 1,
    ranks: [],
  });
});

test('putting back takes a text back that nobody has begun to send', () => {
  const visit = anAdmittedVisit(textedWith({ status: 'queued' }));
  const location = aLocation({ service: { undos: [offerOf(behind)] } });
  expect(putBack(location, visit, new Line([]), NOW)).toMatchObject({
    location: {
      credits: { smsCredits: 11 },
      services: { main: { undos: [offerOf(behind)], lastRank: RANK_STEP } },
    },
    visit: { rank: RANK_STEP, text: null },
    effects: [{ kind: 'cancel_text' }, { kind: 'history' }],
    position: 1,
  });
});

test('nobody is put back into the line of a closed location', () => {
  const closed = aLocation({ profile: { closedAt: NOW - 1 } });
  expect(putBack(closed, anAdmittedVisit(), new Line([]), NOW)).toEqual({
    ok: false,
    code: 'location_closed',
  });
  expect(putBack(closed, aVisit(), new Line([]), NOW)).toEqual({ ok: false, code: 'not_admitted' });
  expect(arrive(closed, anAdmittedVisit(), NOW)).toMatchObject({ ok: true });
});

test.each<[VisitStatus, boolean, string]>([
  ['admitted', true, 'already_settled'],
  ['arrived', false, 'already_settled'],
  ['no_show', false, 'already_settled'],
  ['waiting', false, 'not_admitted'],
  ['left', false, 'not_admitted'],
  ['removed', false, 'not_admitted'],
])('nothing more becomes of a visit that is %s (auto-resolved: %s): %s', (status, autoResolved, code) => {
  const visit = aTextedVisit({ status, autoResolved, admittedAt: NOW, holdEndsAt: NOW + 1 });
  const refusal = { ok: false, code };
  expect(arrive(aLocation(), visit, NOW)).toEqual(refusal);
  expect(noShow(aLocation(), visit, NOW)).toEqual(refusal);
  expect(callAgain(aLocation(), visit, NOW)).toEqual(refusal);
  expect(putBack(aLocation(), visit, new Line([]), NOW)).toEqual(refusal);
});

/** The fields of a guest who waits elsewhere and whose text has this state. */
function textedWith(text: Visit['text']): Partial<Visit> {
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  return { waitingPreference, phoneNumber, textNumber, text };
}

test('a guest who cannot come ends the visit as a no-show, and its queued text is withdrawn', () => {
  const visit = anAdmittedVisit({ text: { status: 'queued' } });
  const offered = aLocation({ service: { undos: [offerOf(visit)] } });
  expect(cannotCome(offered, visit, NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1, credits: { smsCredits: 11 } }),
    visit: { ...visit, text: null, status: 'no_show', endedAt: NOW, revision: 2 },
    effects: [{ kind: 'cancel_text' }, { kind: 'history' }],
    event: 'no_show',
    reason: null,
    position: 0,
    ranks: [],
  });
});

test('a guest who says it again changes nothing', () => {
  const visit = anAdmittedVisit({ status: 'no_show', endedAt: NOW - 1 });
  expect(cannotCome(aLocation(), visit, NOW)).toMatchObject({ ok: true, visit, event: null });
});

test.each<[string, Visit]>([
  ['not_your_turn', aVisit()],
  ['not_waiting', aVisit({ status: 'removed' })],
  ['not_waiting', aVisit({ status: 'left' })],
  ['already_settled', anAdmittedVisit({ status: 'arrived' })],
  ['hold_over', anAdmittedVisit({ holdEndsAt: NOW })],
  ['hold_over', anAdmittedVisit({ holdExpired: true })],
])('a guest whose spot is not held is refused with %s', (code, visit) => {
  expect(cannotCome(aLocation(), visit, NOW)).toEqual({ ok: false, code });
});

test('a guest whose removal is hidden seems to wait', () => {
  const visit = aVisit({ status: 'removed' });
  const offered = aLocation({ service: { undos: [offerOf(visit, 'remove')] } });
  expect(cannotCome(offered, visit, NOW)).toEqual({ ok: false, code: 'not_your_turn' });
});
