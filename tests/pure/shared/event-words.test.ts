import { expect, test } from 'vitest';
import { activityKinds } from '../../../src/shared/contracts/activity.ts';
import { activityCopy } from '../../../src/shared/copy/en/owner/activity.ts';
import { namesOnDuty, sentenceOf, whoOf, type ToldEvent } from '../../../src/shared/event-words.ts';

const sari = { actor: 'member:sari', actorName: 'Sari' };
const event = (kind: string, about: Partial<ToldEvent> = {}): ToldEvent => ({
  kind,
  at: '2026-11-25T07:03:00.000Z',
  position: 0,
  actor: 'owner',
  guest: 'Budi',
  ...about,
});

test.each<[string, ToldEvent]>([
  ['Sari moved Budi from 4 to 2', event('moved', { ...sari, fromPosition: 4, position: 2 })],
  // Isolation marks around the Arabic name keep the number "(#3)" after the name.
  ['Owner added \u2068ليلى\u2069 (#3)', event('added', { guest: 'ليلى', position: 3 })],
  // An earlier release did not store from which place a party was moved.
  ['Owner moved Budi to 2', event('moved', { position: 2 })],
  ['Budi joined (#3)', event('joined', { actor: 'guest', position: 3 })],
  ['Owner put Budi back in line (#1)', event('put_back', { position: 1 })],
  [
    'Holdline removed Budi, nobody called the party in time',
    event('removed', { actor: 'system', reason: 'wait_over' }),
  ],
  ['Budi left, by text', event('left', { actor: 'guest', reason: 'by_text' })],
  ['Budi cannot come', event('no_show', { actor: 'guest' })],
  ['Sari marked Budi as a no-show', event('no_show', sari)],
  ['A former member admitted Budi', event('admitted', { actor: 'member:gone' })],
  ['Sari admitted a guest', event('admitted', { ...sari, guest: undefined })],
  ['A guest joined', event('joined', { actor: 'guest', guest: undefined })],
  [
    'Owner ended the visit of a guest, the guest asked to be erased',
    event('left', { reason: 'person_erased', guest: undefined }),
  ],
  ['Sari erased the data of a guest', event('erased', { ...sari, guest: undefined })],
  ['A guest erased their own data', event('erased', { actor: 'guest', guest: undefined })],
  ['Sari paused joining', event('paused', sari)],
  ['Sari resumed joining', event('resumed', sari)],
  ['Sari set 2 serving', event('servers_set', { ...sari, servers: 2 })],
  ['Sari no longer tells how many serve', event('servers_set', { ...sari, servers: null })],
  ['Sari went on duty', event('duty_began', sari)],
  ['Sari went off duty, the day was over', event('duty_ended', { ...sari, reason: 'day_over' })],
  [
    'A former member went off duty, the role changed or ended',
    event('duty_ended', { actor: 'member:gone', reason: 'rights_changed' }),
  ],
  ['Sari changed the address', event('address_changed', sari)],
  ['Holdline support set the credits', event('credits_set', { actor: 'operator' })],
  [
    'Owner changed settings: Hold length; Time zone',
    event('settings_changed', { settings: ['holdMs', 'timezone'] }),
  ],
  // These events come from a newer release, so this release has no words for them.
  ['teleported', event('teleported', sari)],
  ['Owner changed settings: gravity', event('settings_changed', { settings: ['gravity'] })],
  ['Owner admitted Budi, luck', event('admitted', { reason: 'luck' })],
])('%s', (sentence, told) => {
  expect(sentenceOf(told)).toBe(sentence);
});

test.each([
  ['Sari', sari],
  ['A former member', { actor: 'member:gone' }],
  ['A member', { actor: 'member:budi', actorName: '' }],
  ['Owner', { actor: 'owner' }],
  ['Guests', { actor: 'guest' }],
  ['robot', { actor: 'robot' }],
])('the name %s', (name, actor) => {
  expect(whoOf(actor)).toBe(name);
});

test('people on duty are named in one line; an owner and a member without a name by what they are', () => {
  expect(
    namesOnDuty([{ actor: 'member:sari', name: 'Sari' }, { actor: 'owner' }, { actor: 'member:x' }]),
  ).toBe('Sari, Owner, A member');
});

test('every kind of event of a visit is in one kind of activity', () => {
  const listed = Object.values(activityKinds).flat();
  expect(new Set(listed).size).toBe(listed.length);
  expect(Object.keys(activityCopy.sentences).filter((kind) => !listed.some((one) => one === kind))).toEqual(
    [],
  );
});
