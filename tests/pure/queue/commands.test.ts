import { expect, test } from 'vitest';
import { outsideCommand, visitActions, type OutsideCommand } from '../../../src/shared/queue/commands.ts';

const actor = { kind: 'owner' } as const;
const visit = { id: 'visit' };
const party = {
  firstName: 'Maya',
  lastName: 'Putri',
  phoneNumber: '',
  numGuests: 2,
  waitingPreference: 'on_premises',
} as const;
const balances = { customerCredits: 5, smsCredits: 6, revision: 7 };

const profile = { businessName: 'Blue Door Café', address: '14 Kemang Raya, Jakarta' };

const commands = {
  join: {
    kind: 'join',
    username: 'blue-door',
    party,
    language: 'en',
    idempotencyKey: null,
    sender: null,
    heldSecret: null,
    actor,
  },
  'add-walk-in': { kind: 'add-walk-in', party, idempotencyKey: 'key', actor },
  admit: { kind: 'admit', visit, actor },
  remove: { kind: 'remove', visit, actor },
  discard: { kind: 'discard', visit, actor },
  arrived: { kind: 'arrived', visit, actor },
  'no-show': { kind: 'no-show', visit, actor },
  'put-back': { kind: 'put-back', visit, actor },
  skip: { kind: 'skip', visit, actor },
  edit: { kind: 'edit', visit, change: { firstName: 'Maya', note: 'Window\nseat' }, actor },
  'call-again': { kind: 'call-again', visit, actor },
  undo: { kind: 'undo', visit, actor },
  recall: { kind: 'recall', visit, actor },
  move: { kind: 'move', visit, position: 1, actor },
  leave: { kind: 'leave', visit, actor },
  'on-my-way': { kind: 'on-my-way', visit, actor },
  'cannot-come': { kind: 'cannot-come', visit, actor },
  'change-preference': {
    kind: 'change-preference',
    visit,
    waitingPreference: 'wait_anywhere',
    phoneNumber: '0811',
    language: 'es',
    actor,
  },
  'erase-guest': { kind: 'erase-guest', visit, actor },
  'change-language': { kind: 'change-language', visit, language: 'ar', actor },
  'more-time': { kind: 'more-time', visit, position: 2, actor },
  'answer-by-text': { kind: 'answer-by-text', visit, from: '+6281234567890', said: 'on_my_way', actor },
  'change-settings': { kind: 'change-settings', change: { paused: true }, actor },
  'change-profile': { kind: 'change-profile', from: profile, to: profile, actor },
  'set-servers': { kind: 'set-servers', servers: 2, actor },
  'set-duty': { kind: 'set-duty', on: true, name: 'Sari', actor },
  'set-credits': { kind: 'set-credits', set: balances, actor },
  'follow-billing': {
    kind: 'follow-billing',
    news: { billingRevision: 1, creditsEndAt: null, grant: null, ceiling: null },
    actor,
  },
  'confirm-mailbox': { kind: 'confirm-mailbox', trialEndedAt: 1, actor },
  close: { kind: 'close', actor },
} satisfies { [Kind in OutsideCommand['kind']]: OutsideCommand & { kind: Kind } };

const takes = (command: unknown) => outsideCommand.safeParse(command).success;

test.each(Object.values<OutsideCommand>(commands))('$kind is taken as it is', (command) => {
  expect(outsideCommand.parse(command)).toEqual(command);
});

test.each(Object.values<OutsideCommand>(commands))(
  '$kind needs an actor, and one that is known',
  (command) => {
    expect(takes({ ...command, actor: undefined })).toBe(false);
    expect(takes({ ...command, actor: { kind: 'burglar' } })).toBe(false);
    expect(takes({ ...command, actor: { kind: 'member' } })).toBe(false);
    const member = { kind: 'member', id: 'sari' };
    expect(outsideCommand.parse({ ...command, actor: member })).toEqual({ ...command, actor: member });
  },
);

test.each(
  Object.values<OutsideCommand>(commands).flatMap((command) =>
    Object.entries(command).map(([field, value]) => ({ kind: command.kind, command, field, value })),
  ),
)('$kind without its $field, or with another type of it, is refused', ({ command, field, value }) => {
  expect(takes({ ...command, [field]: undefined })).toBe(false);
  expect(takes({ ...command, [field]: value === true ? 1 : true })).toBe(false);
});

test.each([
  'end-hold',
  'auto-resolve',
  'notify-almost-there',
  'end-undo',
  'page-opened',
  'record-text',
  'record-health',
  'end-wait',
  'greet',
])('nothing outside asks for %s', (kind) => {
  expect(
    takes({ kind, visit, serviceId: 'main', visitIds: [], health: {}, shouldAnnounce: true, actor }),
  ).toBe(false);
});

test.each<[string, unknown]>([
  ['a party without a size', { ...commands.join, party: { ...party, numGuests: undefined } }],
  ['half a guest', { ...commands.join, party: { ...party, numGuests: 1.5 } }],
  [
    'a way to wait that there is not',
    { ...commands.join, party: { ...party, waitingPreference: 'at_home' } },
  ],
  ['a name that is no text', { ...commands['add-walk-in'], party: { ...party, firstName: 7 } }],
  ['a language that nobody has written', { ...commands['change-language'], language: 'tlh' }],
  ['half a guest after an edit', { ...commands.edit, change: { numGuests: 1.5 } }],
  ['half a place', { ...commands.move, position: 1.5 }],
  ['half a later place', { ...commands['more-time'], position: 1.5 }],
  ['words that no guest can text', { ...commands['answer-by-text'], said: 'hello' }],
  ['a setting that there is not', { ...commands['change-settings'], change: { colour: 'red' } }],
  ['a change of nothing', { ...commands['change-settings'], change: {} }],
  ['half a credit', { ...commands['set-credits'], set: { ...balances, smsCredits: 0.5 } }],
  ['credits without a revision', { ...commands['set-credits'], set: { ...balances, revision: undefined } }],
  [
    'a grant without balances',
    { ...commands['follow-billing'], news: { ...commands['follow-billing'].news, grant: {} } },
  ],
  ['a visit that is named by nothing', { ...commands.leave, visit: {} }],
  ['a visit that is named by half a proof', { ...commands.leave, visit: { username: 'blue-door' } }],
  ['nothing', null],
])('%s is refused', (_, command) => {
  expect(takes(command)).toBe(false);
});

test.each([
  { id: 'visit' },
  { username: 'blue-door', secret: 's' },
  { username: 'blue-door', secret: 's', customerKey: 'MayaPutri' },
  { customerKey: 'MayaPutri2026-11-20T17:50:00.000Z' },
])('a visit is named by its id, its key or a proof: %j', (ref) => {
  expect(outsideCommand.parse({ ...commands.leave, visit: ref })).toEqual({ ...commands.leave, visit: ref });
});

test.each(['on_my_way', 'leave'] as const)('a guest can answer a text with %s', (said) => {
  expect(takes({ ...commands['answer-by-text'], said })).toBe(true);
});

test('a command about payments needs all its fields', () => {
  const news = { billingRevision: 2, creditsEndAt: 5, grant: balances, ceiling: balances };
  const command = { ...commands['follow-billing'], news };
  expect(outsideCommand.parse(command)).toEqual(command);
});

test('staff can ask for these actions', () => {
  for (const kind of visitActions) expect(takes({ kind, visit, change: {}, position: 1, actor })).toBe(true);
});
