/** Log lines never identify a person, whether a call succeeds or fails (`docs/decisions/0034-forgetting-guests.md`). */
import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import worker from '../../../src/worker/development/index.ts';
import { aFeedbackForm } from '../../support/form-factories.ts';
import { brokenDatabase, brokenObject, callWith, expectComplaints } from '../support/broken.ts';
import { delivered } from '../support/deliveries.ts';
import { aSignUp, call, goodPassword, newOwner } from '../support/factories.ts';
import { acted, anOwnersLocation, join, leave, objectOf, tryToJoin } from '../support/owner-calls.ts';
import { holdMs, moveClock, stopClock } from '../support/queue-factories.ts';
import { useTwilio } from '../support/providers/twilio.ts';

const guest = { firstName: 'Xanthippe', lastName: 'Quillfeather', waitingPreference: 'wait_anywhere' };
const phoneNumber = '+6281298765432';
const email = 'xanthippe@quillfeather.example';

test('not of guests, owners or whoever tries to be one', async () => {
  stopClock();
  const complaints = expectComplaints();
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  const twilio = useTwilio();
  const place = await anOwnersLocation({ email, emailVerifiedAt: null });
  const { cookie } = place.owner;
  const queue = `/auth/business/${place.owner.business.username}/queue`;

  const first = await join(place, { ...guest, phoneNumber });
  const second = await join(place, { ...guest, firstName: 'Xanthippe II', phoneNumber: '+6281298765433' });
  twilio.plan(phoneNumber, [], [401, 20003]);
  await acted(place, first, 'admit');
  await delivered(objectOf(place));
  await leave(place, second);
  await delivered(objectOf(place));
  moveClock(holdMs);
  await delivered(objectOf(place));
  await tryToJoin(place, { ...guest, numGuests: -1 });

  const lost = brokenDatabase('D1_ERROR: Network connection lost.');
  const bug = brokenDatabase(`near "${guest.firstName}": syntax error`);
  const away = brokenObject(place.location.id, 'status', new Error(`No answer for ${guest.firstName}`));
  const another = await newOwner();
  await callWith(away, 'GET', `${queue}/token/${first.queueToken}/status`);
  for (const database of [lost, bug]) {
    await callWith(database, 'GET', '/auth/me', { cookie });
    await callWith(database, 'POST', '/auth/login', {
      body: { emailOrUsername: email, password: goodPassword },
    });
    await callWith(database, 'POST', '/auth/signup', { body: aSignUp({ email }) });
    await callWith(database, 'POST', '/auth/forgot-password', { body: { email } });
    await callWith(database, 'POST', '/feedback/submit', { body: { ...aFeedbackForm(), email } });
    await worker.scheduled(createScheduledController(), { ...env, ...database });
  }
  await call('POST', '/auth/login', {
    body: { emailOrUsername: email, password: 'not-the-Password' },
    headers: { 'CF-Connecting-IP': '203.0.113.7' },
  });
  await call('DELETE', `${queue}/${encodeURIComponent(first.customer.firstName)}`, {
    cookie: another.cookie,
  });
  await call('POST', `${queue}/token/${second.queueToken}/reply`, { body: '{' });
  await call('GET', `/queue/nobody?v=${first.queueToken}`, { headers: { 'CF-Ray': email } });

  const said = [...lines.mock.calls.map(([line]) => String(line)), ...complaints()];
  const [, secret = ''] = first.queueToken.split('.');
  const events = new Set(said.map((line) => /"event":"(\w+)"/.exec(line)?.[1]));
  // Each failure that this test caused must have a log line.
  expect([...events]).toEqual(
    expect.arrayContaining([
      'texts_stopped',
      'delivery_failed',
      'hold_expired',
      'dependency_unavailable',
      'unexpected_error',
      'sweep_failed',
      'authentication_failed',
      'call_refused',
    ]),
  );
  for (const secretOrName of [
    guest.firstName,
    guest.lastName,
    '9876543',
    email,
    'quillfeather.example',
    secret,
    goodPassword,
    'not-the-Password',
    '203.0.113',
  ]) {
    expect([secretOrName, said.filter((line) => line.includes(secretOrName))]).toEqual([secretOrName, []]);
  }
  for (const line of said) expect(line).toMatch(/,"(requestId|alarmId|cronId)":"[\da-f]{16}"\}$/);
});
