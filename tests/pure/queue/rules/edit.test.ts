/** Edits of a party by staff, and the customer keys of a party whose name has changed. */
import { expect, test } from 'vitest';
import { edit, isCustomerKeyOf, type PartyChange } from '../../../../src/shared/queue/rules/edit.ts';
import type { Location, TextNumber, Visit } from '../../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, lineOf, NOW } from '../../support/factories.ts';

const ahead = aVisit({ id: 'ahead', rank: 0 });
const readNumber = (typed: string): TextNumber | null =>
  typed.startsWith('+62') ? { e164: typed.replaceAll(' ', ''), country: 'ID' } : null;

const edited = (visit: Visit, change: PartyChange, location: Location = aLocation()) =>
  edit(location, visit, lineOf(ahead, visit), { change, readNumber }, NOW);

/** The decision to change only this waiting visit. */
const asChanged = (visit: Visit) => ({
  ok: true,
  location: aLocation({ version: 1 }),
  visit,
  effects: [],
  event: 'edited',
  reason: null,
  position: 2,
  ranks: [],
});

test.each<[PartyChange, Partial<Visit>]>([
  [{ firstName: 'Mara' }, { firstName: 'Mara', earlierNames: ['MayaPutri'] }],
  [{ lastName: '' }, { lastName: '', earlierNames: ['MayaPutri'] }],
  [{ numGuests: 5 }, { numGuests: 5 }],
  [{ note: 'High chair\nBirthday' }, { note: 'High chair\nBirthday' }],
])('%j of a waiting party changes only that; its place and its history stay', (change, facts) => {
  expect(edited(aVisit(), change)).toEqual(asChanged(aVisit(facts)));
});

test('a note can be taken away again', () => {
  expect(edited(aVisit({ note: 'VIP' }), { note: '' })).toEqual(asChanged(aVisit()));
});

test.each<PartyChange>([
  {},
  { firstName: 'Maya', lastName: 'Putri', numGuests: 2, waitingPreference: 'on_premises' },
  { phoneNumber: '', note: '' },
])('%j, which the party has already, changes nothing', (change) => {
  const visit = aVisit();
  expect(edited(visit, change)).toMatchObject({ ok: true, visit, event: null, effects: [] });
});

test('a masked number that was sent back as it is shown changes nothing, and another one is refused', () => {
  const visit = aVisit({ phoneNumber: '+62 812 3456 7890' });
  expect(edited(visit, { phoneNumber: '•••890' })).toMatchObject({ ok: true, visit, event: null });
  expect(edited(visit, { phoneNumber: '•••8901' })).toEqual({ ok: false, code: 'invalid_input' });
  expect(edited(aVisit(), { phoneNumber: '•••890' })).toEqual({ ok: false, code: 'invalid_input' });
});

test('every name that a party had is kept once', () => {
  const names = ['Mara', 'Mina', 'Maya', 'Mara'];
  let visit = aVisit();
  for (const firstName of names) {
    const decision = edited(visit, { firstName });
    if (!decision.ok) throw new Error(decision.code);
    visit = decision.visit;
  }
  expect(visit).toMatchObject({
    firstName: 'Mara',
    earlierNames: ['MayaPutri', 'MaraPutri', 'MinaPutri'],
  });
});

test('a party can have 20 earlier names, so that the old keys of a visit stay few', () => {
  const names = Array.from({ length: 20 }, (_, index) => `Name ${index}`);
  const nearly = aVisit({ earlierNames: names.slice(1) });
  expect(edited(nearly, { firstName: 'Mara' })).toMatchObject({
    visit: { earlierNames: [...names.slice(1), 'MayaPutri'] },
  });
  const full = aVisit({ earlierNames: names });
  expect(edited(full, { firstName: 'Mara' })).toEqual({ ok: false, code: 'renamed_too_often' });
  expect(edited(full, { numGuests: 3 })).toMatchObject({ ok: true });
});

test('a name that moves between first and last name has the same customer key', () => {
  expect(edited(aVisit(), { firstName: 'MayaPutri', lastName: '' })).toEqual(
    asChanged(aVisit({ firstName: 'MayaPutri', lastName: '' })),
  );
});

test('a visit is found by its customer key, and by those of its earlier names', () => {
  const visit = aVisit({ earlierNames: ['MaraPutri'] });
  const joinedAt = '2026-11-20T17:50:00.000Z';
  expect(isCustomerKeyOf(visit, `MayaPutri${joinedAt}`)).toBe(true);
  expect(isCustomerKeyOf(visit, `MaraPutri${joinedAt}`)).toBe(true);
  expect(isCustomerKeyOf(visit, `MinaPutri${joinedAt}`)).toBe(false);
  expect(isCustomerKeyOf(visit, 'MaraPutri2026-11-20T17:50:00.001Z')).toBe(false);
});

test('a number that staff set is read, is logged as set by the actor, and is no consent of the guest', () => {
  const phoneNumber = '+62 811 222';
  const textNumber = { e164: '+62811222', country: 'ID' } as const;
  const change = { phoneNumber, waitingPreference: 'wait_anywhere' } as const;
  expect(edited(aVisit(), change)).toEqual({
    ...asChanged(aVisit({ ...change, textNumber })),
    reason: 'number_set',
  });
  expect(edited(aTextedVisit(), { phoneNumber: 'ask at the bar' })).toEqual({
    ...asChanged(aTextedVisit({ phoneNumber: 'ask at the bar', textNumber: null })),
    reason: 'number_set',
  });
});

test('a number that is taken away was set by nobody', () => {
  const change = { phoneNumber: '', waitingPreference: 'on_premises' } as const;
  expect(edited(aTextedVisit(), change)).toEqual(asChanged(aVisit()));
});

test('the same number keeps how it was read', () => {
  const textNumber = { e164: '+6281234567890', country: 'ID' } as const;
  const visit = aTextedVisit({ phoneNumber: '0812 3456 7890', textNumber });
  expect(edited(visit, { phoneNumber: '0812 3456 7890', numGuests: 3 })).toEqual(
    asChanged({ ...visit, numGuests: 3 }),
  );
});

test.each<[Visit, PartyChange]>([
  [aVisit(), { waitingPreference: 'wait_anywhere' }],
  [aTextedVisit(), { phoneNumber: '' }],
])('nobody waits anywhere without a number', (visit, change) => {
  expect(edited(visit, change)).toEqual({ ok: false, code: 'phone_required' });
});

test.each<[string, Visit, PartyChange, boolean]>([
  ['the size of an admitted party', anAdmittedVisit(), { numGuests: 3 }, true],
  ['the preference of an admitted party', anAdmittedVisit(), { waitingPreference: 'wait_anywhere' }, true],
  ['the size of a party that was put back', aVisit({ revision: 2 }), { numGuests: 3 }, true],
  ['the size of a party that has waited since its join', aVisit(), { numGuests: 3 }, false],
  ['the name of an admitted party', anAdmittedVisit(), { firstName: 'Mara' }, false],
  ['the note of an admitted party', anAdmittedVisit(), { note: 'VIP' }, false],
])('%s revises its history row only if that has it', (_, known, change, isRevised) => {
  const visit = { ...known, phoneNumber: '+62 811' };
  expect(edited(visit, change)).toMatchObject({
    visit: { revision: visit.revision + Number(isRevised) },
    effects: isRevised ? [{ kind: 'history' }] : [],
  });
});

const called = (about: Partial<Visit> = {}) => {
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  const text = { status: 'queued' } as const;
  return anAdmittedVisit({ waitingPreference, phoneNumber, textNumber, text, textCredits: 2, ...about });
};

test('an unsent text to the old number is withdrawn, paid back, and queued for the new one', () => {
  const visit = called();
  expect(edited(visit, { phoneNumber: '+62 811' })).toMatchObject({
    location: { credits: { smsCredits: 11 } },
    visit: { phoneNumber: '+62 811', text: { status: 'queued' }, textCredits: 1, summonCount: 1 },
    effects: [
      { kind: 'cancel_text' },
      { kind: 'turn_text', to: '+62811', credits: 1, dueAt: NOW, expiresAt: visit.holdEndsAt },
    ],
    position: 2,
  });
});

test('while the admit can be undone, the text to the new number waits as the first one did', () => {
  const { pace } = aLocation().services['main'] ?? {};
  if (pace === undefined) throw new Error('no service');
  const offer = { of: 'admit', until: NOW + 7_000, rank: 1, charged: false, pace } as const;
  const dueAt = (visitId: string) =>
    edited(called(), { phoneNumber: '+62 811' }, aLocation({ service: { undos: [{ visitId, ...offer }] } }));
  expect(dueAt('visit')).toMatchObject({
    location: { services: { main: { undos: [{ visitId: 'visit' }] } } },
    effects: [{}, { dueAt: NOW + 7_000 }],
  });
  expect(dueAt('another')).toMatchObject({ effects: [{}, { dueAt: NOW }] });
});

test('a number that cannot get texts, and a guest who now waits here, get none', () => {
  expect(edited(called(), { phoneNumber: 'none' })).toMatchObject({
    location: { credits: { smsCredits: 12 } },
    visit: { text: { status: 'not_sent', error: 'number_unreachable' } },
    effects: [{ kind: 'cancel_text' }],
  });
  expect(edited(called(), { waitingPreference: 'on_premises' })).toMatchObject({
    location: { credits: { smsCredits: 12 } },
    visit: { text: null },
    effects: [{ kind: 'cancel_text' }, { kind: 'history' }],
  });
});

test.each(['sending', 'sent', 'delivered', 'unknown', 'failed'] as const)(
  'a text that is %s stays',
  (status) => {
    expect(edited(called({ text: { status } }), { phoneNumber: '+62 811' })).toMatchObject({
      location: { credits: { smsCredits: 10 } },
      visit: { text: { status } },
      effects: [],
    });
  },
);

test('a guest whom no text could reach gets one at the corrected number', () => {
  const visit = called({ text: { status: 'not_sent', error: 'number_unreachable' }, textNumber: null });
  expect(edited(visit, { phoneNumber: '+62 811' })).toMatchObject({
    location: { credits: { smsCredits: 9 } },
    visit: { text: { status: 'queued' }, textCredits: 1, summonCount: 1 },
    effects: [{ kind: 'turn_text', to: '+62811', dueAt: NOW, expiresAt: visit.holdEndsAt }],
  });
});

test('not after the hold, not at another number that gets no texts, not at the same one', () => {
  const text = { status: 'not_sent', error: 'no_sms_credits' } as const;
  const late = called({ text, holdEndsAt: NOW, holdExpired: true });
  expect(edited(late, { phoneNumber: '+62 811' })).toMatchObject({ visit: { text }, effects: [] });
  expect(edited(called({ text }), { phoneNumber: 'none' })).toMatchObject({
    location: { credits: { smsCredits: 10 } },
    visit: { text: { status: 'not_sent', error: 'number_unreachable' } },
    effects: [],
  });
  const typedAnew = `${called().textNumber?.e164} `;
  expect(edited(called({ text }), { phoneNumber: typedAnew })).toMatchObject({
    visit: { text },
    effects: [],
  });
});

test('another name or size touches no text', () => {
  expect(edited(called(), { firstName: 'Mara', numGuests: 3 })).toMatchObject({
    location: { credits: { smsCredits: 10 } },
    visit: { text: { status: 'queued' } },
    effects: [{ kind: 'history' }],
  });
});

test.each<[string, Visit]>([
  ['already_settled', anAdmittedVisit({ status: 'arrived' })],
  ['already_settled', anAdmittedVisit({ status: 'no_show' })],
  ['already_settled', anAdmittedVisit({ holdExpired: true, autoResolved: true })],
  ['not_waiting', aVisit({ status: 'left' })],
  ['not_waiting', aVisit({ status: 'removed' })],
])('an edit of a visit that is over is refused: %s', (code, visit) => {
  expect(edited(visit, { numGuests: 3 })).toEqual({ ok: false, code });
});

test('a closed location has erased its guests, and takes no facts about them', () => {
  const closed = aLocation({ profile: { closedAt: NOW } });
  expect(edited(anAdmittedVisit(), { firstName: 'Mara' }, closed)).toEqual({
    ok: false,
    code: 'location_closed',
  });
});

test('a party whose hold has ended can still be edited', () => {
  expect(edited(anAdmittedVisit({ holdExpired: true }), { numGuests: 3 })).toMatchObject({ ok: true });
});
