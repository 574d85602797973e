import { expect, test } from 'vitest';
import { MemoryStorage, snapshotOf } from '../../../../src/shared/queue/memory-storage.ts';
import {
  hasSameNumber,
  liveNumber,
  LiveNumbers,
  otherWithSameNumber,
} from '../../../../src/shared/queue/rules/same-number.ts';
import type { Visit } from '../../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit } from '../../support/factories.ts';

const number = '+6281234567890';
const { phoneNumber, textNumber } = aTextedVisit();
const stateOf = (...visits: Visit[]) => new MemoryStorage('location', snapshotOf(aLocation(), visits));
const texted = (id: string, about: Partial<Visit> = {}) => aTextedVisit({ id, ...about });

test.each<[string | null, Visit]>([
  [number, aTextedVisit()],
  [number, anAdmittedVisit({ phoneNumber, textNumber })],
  [number, anAdmittedVisit({ phoneNumber, textNumber, holdExpired: true })],
  ['ask at the bar', aVisit({ phoneNumber: 'ask at the bar' })],
  [null, aVisit()],
  [null, anAdmittedVisit({ phoneNumber, textNumber, autoResolved: true })],
  [null, aTextedVisit({ status: 'left' })],
  [null, aTextedVisit({ status: 'removed' })],
  [null, aTextedVisit({ status: 'arrived' })],
  [null, aTextedVisit({ status: 'no_show' })],
])('a visit is compared by %s', (expected, visit) => {
  expect(liveNumber(visit)).toBe(expected);
});

test('two parties have the same number however it was typed; one alone has not, nor have two without any', () => {
  const other = texted('b', { phoneNumber: '0812-3456-7890' });
  const state = stateOf(texted('a'), other, aVisit({ id: 'c' }), aVisit({ id: 'd' }));
  expect(hasSameNumber(state, texted('a'))).toBe(true);
  expect(hasSameNumber(state, other)).toBe(true);
  expect(hasSameNumber(state, aVisit({ id: 'c' }))).toBe(false);
  expect(hasSameNumber(stateOf(other), other)).toBe(false);
});

test('the index follows a visit that gets another number and ends', () => {
  const numbers = new LiveNumbers([texted('a'), texted('b')]);
  expect(numbers.idsWith(number)).toEqual(['a', 'b']);
  numbers.follow(aVisit({ id: 'a', phoneNumber: 'bar' }));
  expect([numbers.idsWith(number), numbers.idsWith('bar')]).toEqual([['b'], ['a']]);
  numbers.follow(aVisit({ id: 'a', phoneNumber: 'bar', numGuests: 7 }));
  expect(numbers.idsWith('bar')).toEqual(['a']);
  numbers.follow(texted('b', { status: 'left' }));
  expect(numbers.idsWith(number)).toEqual([]);
  numbers.follow(texted('c', { status: 'left' }));
  expect(numbers.idsWith(number)).toEqual([]);
});

test.each<[string, Visit | null, Visit, Visit[], string[]]>([
  ['a second party joins', null, texted('new'), [texted('a')], ['a']],
  ['a third party joins', null, texted('new'), [texted('a'), texted('b')], []],
  ['a party without a number joins', null, aVisit({ id: 'new' }), [texted('a')], []],
  ['one of two leaves', texted('new'), texted('new', { status: 'left' }), [texted('a')], ['a']],
  ['one of two is admitted', texted('new'), texted('new', { status: 'admitted' }), [texted('a')], []],
  [
    'one of two takes the number of another',
    texted('new'),
    aVisit({ id: 'new', phoneNumber: 'bar' }),
    [texted('a'), aVisit({ id: 'b', phoneNumber: 'bar' })],
    ['a', 'b'],
  ],
])('%s: the mark of these others changes', (_, before, after, others, ids) => {
  expect(otherWithSameNumber(stateOf(after, ...others), before, after)).toEqual(ids);
});
