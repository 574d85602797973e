import { expect, test } from 'vitest';
import {
  advances,
  dialledNumber,
  isForNumber,
  isTextWanted,
  obstacleToText,
  queueText,
  trackText,
  withdrawText,
} from '../../../../src/shared/queue/rules/texts/texts.ts';
import type { TextProgress } from '../../../../src/shared/text/text-states.ts';
import type { Country } from '../../../../src/shared/countries.ts';
import type { Visit } from '../../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, NOW } from '../../support/factories.ts';

const singaporean = { e164: '+6581234567', country: 'SG' } as const;

const times = { dueAt: NOW + 5, expiresAt: NOW + 300_000 };

test.each([
  ['not_wanted', aLocation({ credits: { smsCredits: 0 } }), aVisit()],
  ['number_unreachable', aLocation({ credits: { smsCredits: 0 } }), aTextedVisit({ textNumber: null })],
  ['foreign_number', aLocation({ credits: { smsCredits: 0 } }), aTextedVisit({ textNumber: singaporean })],
  ['no_sms_credits', aLocation({ credits: { smsCredits: 0 } }), aTextedVisit()],
  ['no_sms_credits', aLocation({ credits: { endAt: NOW } }), aTextedVisit()],
  [null, aLocation({ credits: { smsCredits: 1, endAt: NOW + 1 } }), aTextedVisit()],
] as const)('what stands against a text: %s', (obstacle, location, visit) => {
  expect(obstacleToText(location, visit, NOW)).toBe(obstacle);
});

test('a text is paid for from the moment it is queued', () => {
  const visit = aTextedVisit();
  expect(queueText(aLocation({ credits: { smsCredits: 1 } }), visit, times, NOW)).toEqual({
    location: aLocation({ credits: { smsCredits: 0 } }),
    visit: { ...visit, text: { status: 'queued' } },
    effects: [{ kind: 'turn_text', to: '+6281234567890', segments: 1, credits: 1, ...times }],
  });
});

const readsArabic = aTextedVisit({ language: 'ar' });

test.each([
  ['two credits', { credits: { smsCredits: 2 } }, 2],
  ['one credit, for which it is English', { credits: { smsCredits: 1 } }, 1],
  ['the owner’s own words', { settings: { turnText: 'Come in' } }, 1],
])('a text to whoever reads Arabic, with %s, takes %i', (_, about, credits) => {
  const location = aLocation(about);
  const { smsCredits } = location.credits;
  expect(queueText(location, readsArabic, times, NOW)).toEqual({
    location: aLocation({ ...about, credits: { smsCredits: smsCredits - credits } }),
    visit: { ...readsArabic, text: { status: 'queued' }, textCredits: credits },
    effects: [{ kind: 'turn_text', to: '+6281234567890', segments: credits, credits, ...times }],
  });
});

test.each([
  [8, { language: 'ar' }, { segments: 2, credits: 8 }],
  [7, { language: 'ar' }, { segments: 1, credits: 4 }],
  [4, { language: 'en' }, { segments: 1, credits: 4 }],
] as const)('with %i credits, a text to a country that costs four', (smsCredits, about, cost) => {
  const visit = aTextedVisit({ ...about, textNumber: { ...singaporean, country: 'ID', price: 4 } });
  const queued = queueText(aLocation({ credits: { smsCredits } }), visit, times, NOW);
  expect(queued).toMatchObject({
    location: { credits: { smsCredits: smsCredits - cost.credits } },
    visit: { textCredits: cost.credits },
    effects: [cost],
  });
  expect(obstacleToText(aLocation({ credits: { smsCredits: 3 } }), visit, NOW)).toBe('no_sms_credits');
});

test('a text of two credits gives both back', () => {
  const location = aLocation();
  const queued = { ...readsArabic, text: { status: 'queued' }, textCredits: 2 } as const;
  expect(withdrawText(location, queued).location).toEqual(aLocation({ credits: { smsCredits: 12 } }));
  const step = { call: 1, credits: 2, from: 'sending', to: 'refused' } as const;
  expect(trackText(location, anAdmittedVisit({ language: 'ar' }), step).location).toEqual(
    aLocation({ version: 1, credits: { smsCredits: 12 } }),
  );
});

test('a guest who asked for no text is shown none', () => {
  const visit = aVisit({ text: { status: 'sent' } });
  expect(queueText(aLocation(), visit, times, NOW)).toEqual({
    location: aLocation(),
    visit: { ...visit, text: null },
    effects: [],
  });
});

test.each([
  ['no_sms_credits', aLocation({ credits: { smsCredits: 0 } }), aTextedVisit()],
  ['foreign_number', aLocation(), aTextedVisit({ textNumber: singaporean })],
  ['number_unreachable', aLocation(), aTextedVisit({ textNumber: null })],
] as const)('the owner is told that no text was sent: %s', (error, location, visit) => {
  expect(queueText(location, visit, times, NOW)).toEqual({
    location,
    visit: { ...visit, text: { status: 'not_sent', error } },
    effects: [],
  });
});

test('a text that nobody has begun to send is taken back with its credit', () => {
  const visit = aTextedVisit({ text: { status: 'queued' } });
  expect(withdrawText(aLocation(), visit)).toEqual({
    location: aLocation({ credits: { smsCredits: 11 } }),
    visit: { ...visit, text: null },
    effects: [{ kind: 'cancel_text' }],
  });
});

test.each([null, 'sending', 'sent', 'delivered', 'failed', 'unknown', 'not_sent'] as const)(
  'there is nothing to take back of a text that is %s',
  (status) => {
    const visit = aTextedVisit({ text: status && { status } });
    const location = aLocation();
    expect(withdrawText(location, visit)).toEqual({ location, visit, effects: [] });
  },
);

test('a text is wanted while its call is the last and the admission stands', () => {
  const visit = anAdmittedVisit({ summonCount: 2 });
  expect(isTextWanted(visit, 2)).toBe(true);
  expect(isTextWanted(visit, 1)).toBe(false);
  for (const status of ['waiting', 'arrived', 'no_show', 'left', 'removed'] as const) {
    expect(isTextWanted({ ...visit, status }, 2)).toBe(false);
  }
});

const progresses = [
  'queued',
  'sending',
  'unknown',
  'refused',
  'expired',
  'not_taken',
  'withdrawn',
  'sent',
  'delivered',
  'undelivered',
  'failed',
] as const;

test.each([
  ['queued', 10, { status: 'queued' }],
  ['sending', 10, { status: 'sending' }],
  ['sent', 10, { status: 'sent' }],
  ['delivered', 10, { status: 'delivered' }],
  ['undelivered', 10, { status: 'failed', error: 'undelivered' }],
  ['failed', 11, { status: 'failed', error: 'refused' }],
  ['unknown', 10, { status: 'unknown' }],
  ['refused', 11, { status: 'failed', error: 'refused' }],
  ['expired', 11, { status: 'failed', error: 'expired' }],
  ['not_taken', 11, { status: 'failed', error: 'not_taken' }],
  ['withdrawn', 11, null],
] as const)('a text that is %s leaves %i SMS credits, and is shown so', (to, smsCredits, text) => {
  const visit = anAdmittedVisit({ text: { status: 'queued' } });
  expect(trackText(aLocation(), visit, { call: 1, credits: 1, from: 'sending', to })).toEqual({
    location: aLocation({ version: 1, credits: { smsCredits } }),
    visit: { ...visit, text },
    credits: 1,
  });
});

test.each(['refused', 'undelivered', 'expired', 'failed'] as const)('a text that is %s says why', (to) => {
  const visit = anAdmittedVisit();
  const after = trackText(aLocation(), visit, { call: 1, credits: 1, from: 'sending', to, why: 'phone_off' });
  expect(after.visit).toEqual({ ...visit, text: { status: 'failed', error: 'phone_off' } });
});

test('a text that is held waits, and says for what', () => {
  const step = { call: 1, credits: 1, from: 'sending', to: 'queued', why: 'account_hour' } as const;
  const visit = anAdmittedVisit();
  expect(trackText(aLocation(), visit, step)).toEqual({
    location: aLocation({ version: 1 }),
    visit: { ...visit, text: { status: 'queued', error: 'account_hour' } },
    credits: 1,
  });
});

/** The SMS credits after these steps of a text. Before the steps, 10 credits are left. */
function balanceAfter(credits: number, steps: readonly TextProgress[]): number {
  let location = aLocation();
  let [paid, from]: [number, TextProgress] = [credits, 'sending'];
  for (const to of steps) {
    if (!advances(from, to)) continue;
    const after = trackText(location, anAdmittedVisit(), { call: 1, credits: paid, from, to });
    ({ location, credits: paid } = after);
    from = to;
  }
  return location.credits.smsCredits;
}

const inferred = ['refused', 'expired', 'not_taken', 'withdrawn'] as const;

test.each(inferred)('a text that is %s and was sent after all is paid once, and returned once', (to) => {
  for (const credits of [1, 2]) {
    const after = (...steps: TextProgress[]) => balanceAfter(credits, [to, ...steps]) - 10;
    for (const said of ['sent', 'delivered', 'undelivered'] as const) expect(after(said)).toBe(0);
    expect(after('sent', 'delivered')).toBe(0);
    expect([after('failed'), after('sent', 'failed'), after('sent', 'failed', 'failed')]).toEqual([
      credits,
      credits,
      credits,
    ]);
  }
});

test('a text that is charged again costs no more than is left, and returns no more than that', () => {
  const step = { call: 1, credits: 2, from: 'not_taken', to: 'sent' } as const;
  for (const left of [0, 1]) {
    const before = aLocation({ credits: { smsCredits: left } });
    const { location, credits } = trackText(before, anAdmittedVisit(), step);
    expect([location.credits.smsCredits, credits]).toEqual([0, left]);
    const failed = trackText(location, anAdmittedVisit(), { ...step, credits, from: 'sent', to: 'failed' });
    expect(failed.location.credits.smsCredits).toBe(left);
  }
});

test('the state of a text never goes backwards', () => {
  const onTo = (from: TextProgress) => progresses.filter((to) => advances(from, to));
  const said = ['sent', 'delivered', 'undelivered', 'failed'];
  for (const from of ['queued', 'sending', 'unknown'] as const) expect(onTo(from)).toEqual(progresses);
  for (const from of ['refused', 'expired', 'not_taken', 'withdrawn'] as const) {
    expect(onTo(from)).toEqual(said);
  }
  expect(onTo('sent')).toEqual(['delivered', 'undelivered', 'failed']);
  for (const from of ['delivered', 'undelivered', 'failed'] as const) expect(onTo(from)).toEqual([]);
});

test('the result of an earlier text, or of a text whose guest waits again, changes only the balance', () => {
  const later = anAdmittedVisit({ summonCount: 2, text: { status: 'queued' } });
  const waiting = aVisit({ summonCount: 1 });
  for (const visit of [later, waiting]) {
    for (const to of ['sent', 'refused', 'withdrawn'] as const) {
      expect(trackText(aLocation(), visit, { call: 1, credits: 1, from: 'sending', to }).visit).toBe(visit);
    }
    const refused = trackText(aLocation(), visit, { call: 1, credits: 1, from: 'sending', to: 'refused' });
    expect(refused.location).toEqual(aLocation({ version: 1, credits: { smsCredits: 11 } }));
  }
});

test('the result of a text is shown on a visit that is over', () => {
  const visit = anAdmittedVisit({ status: 'arrived', text: { status: 'sending' } });
  const { visit: after } = trackText(aLocation(), visit, {
    call: 1,
    credits: 1,
    from: 'sending',
    to: 'sent',
  });
  expect(after).toEqual({ ...visit, text: { status: 'sent' } });
});

test('texts go to numbers of the location’s own country and of those that its owner named', () => {
  const visit = aTextedVisit({ textNumber: singaporean });
  const named = (textCountries: Country[]) => aLocation({ settings: { textCountries } });
  expect(obstacleToText(named(['MY']), visit, NOW)).toBe('foreign_number');
  expect(obstacleToText(named(['MY', 'SG']), visit, NOW)).toBe(null);
  expect(obstacleToText(named(['SG']), aTextedVisit(), NOW)).toBe(null);
  const nowhere = aLocation({ settings: { country: null } });
  expect(obstacleToText(nowhere, aTextedVisit(), NOW)).toBe('foreign_number');
});

test('a text without a number throws', () => {
  expect(dialledNumber(aTextedVisit())).toBe('+6281234567890');
  expect(() => dialledNumber(aVisit())).toThrow('a text to no number');
});

test.each<[boolean, Partial<Visit>]>([
  [true, {}],
  [false, { textNumber: { e164: '+62811', country: 'ID' } }],
  [false, { textNumber: null }],
  [false, { waitingPreference: 'on_premises' }],
  [true, { firstName: '', phoneNumber: '', textNumber: null }],
])('a text still goes to its number: %s for %j', (isWanted, about) => {
  expect(isForNumber(aTextedVisit(about), '+6281234567890')).toBe(isWanted);
});
