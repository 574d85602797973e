/** Staff passes: the rights of a session in a cookie, which has room for 50 locations. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newPass, readPass, type Desk } from '../../../src/worker/identity/staff-pass.ts';

const key = 'a key of this test';
const now = Date.UTC(2026, 10, 25);
const about = { sessionTokenHash: 'h'.repeat(43), now, longestMs: 1 };

function deskOf(count: number): Desk {
  return {
    userId: randomUUID(),
    businessId: randomUUID(),
    username: 'u'.repeat(40),
    locationIds: Array.from({ length: count }, () => randomBytes(32).toString('hex')),
    role: 'manager',
    name: 'ن'.repeat(60),
    seesNumbers: false,
    sessionTokenHash: about.sessionTokenHash,
    deviceUntil: null,
  };
}

test.each([0, 1, 50])('a pass for %i locations gives the rights back', (count) => {
  const desk = deskOf(count);
  const pass = newPass(key, desk, now);
  expect(pass).not.toBeNull();
  expect(readPass(key, pass ?? '', about)).toEqual(desk);
});

test('no pass is longer than a cookie may be', () => {
  expect(newPass(key, deskOf(70), now)).toBeNull();
});
