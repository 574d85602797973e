/** A staff pass is a cookie with the rights of a session. The cookie can contain 50 locations. */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newPass, prolongedPass, readPass, type Desk } from '../../../src/worker/identity/staff-pass.ts';

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
    onDevice: null,
  };
}

test.each([0, 1, 50])('a pass for %i locations gives the rights back', (count) => {
  const desk = deskOf(count);
  const pass = newPass(key, desk, now);
  expect(pass).not.toBeNull();
  expect(readPass(key, pass ?? '', about)).toEqual(desk);
});

test('the pass of a device that is used ends later, but gets no older than before; that of a log-in stays', () => {
  const [minute, hour] = [60_000, 3_600_000];
  const desk = { ...deskOf(1), onDevice: { idleMinutes: 5, until: now + 6 * minute } };
  const at = (ms: number) => ({ ...about, now: now + ms, longestMs: hour });
  const pass = newPass(key, desk, now) ?? '';
  const later = prolongedPass(key, pass, at(5 * minute)) ?? '';
  expect(readPass(key, pass, at(6 * minute))).toBeNull();
  expect(readPass(key, later, at(11 * minute - 1))?.onDevice).toEqual({
    idleMinutes: 5,
    until: now + 11 * minute,
  });
  expect(readPass(key, later, at(11 * minute))).toBeNull();
  expect(prolongedPass(key, pass, at(6 * minute))).toBeNull();
  let last = pass;
  for (let n = 1; n < 12; n += 1) last = prolongedPass(key, last, at(n * 5 * minute)) ?? '';
  expect(readPass(key, last, at(hour - 1))).not.toBeNull();
  expect(readPass(key, last, at(hour))).toBeNull();
  expect(prolongedPass(key, newPass(key, deskOf(1), now) ?? '', at(0))).toBeNull();
});

test('no pass is longer than a cookie may be', () => {
  expect(newPass(key, deskOf(70), now)).toBeNull();
});
