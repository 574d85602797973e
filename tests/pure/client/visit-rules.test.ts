/** How a guest's page recognises an answer of the server that contains nothing new. */
import { expect, test } from 'vitest';
import { statusAfterJoin, saysTheSame } from '../../../src/client/features/guest/visit/visit-rules.ts';

const shown = statusAfterJoin(
  {
    success: true,
    customer: {
      id: 'v1',
      firstName: 'Maya',
      lastName: 'Putri',
      numGuests: 2,
      waitingPreference: 'wait_anywhere',
      joinedAt: '2026-11-20T12:00:00.000Z',
      address: '14 Kemang Raya, Jakarta',
      position: 3,
      status: 'waiting',
    },
    queueToken: 't',
    position: 3,
    estimatedWaitMinutes: 10,
    estimate: { low: 10, high: 20, method: 'fixed' },
  },
  { businessName: 'Blue Door Café' },
);
const at = (time: string) => ({ ...shown, serverNow: `2026-11-20T${time}Z` });

test('the same within the minute is not drawn again, be it an answer or a live message', () => {
  expect(saysTheSame(shown, at('12:00:59.999'))).toBe(true);
  const message = { type: 'status', version: 7, ...at('12:00:02.000') };
  expect(saysTheSame(shown, message)).toBe(true);
});

test('a minute later the same answer is rendered: the page shows the time of the last update', () => {
  expect(saysTheSame(shown, at('12:01:00.000'))).toBe(false);
});

test.each([
  ['another place', { ...shown, position: 2, ahead: 1 }],
  ['a turn', { ...shown, status: 'admitted', admitted: true } as const],
  ['what has become of the text', { ...shown, customer: { ...shown.customer, message: { status: 'sent' } } }],
  ['another wait', { ...shown, estimate: { ...shown.estimate, high: 25 } }],
])('%s is drawn at once', (_what, next) => {
  expect(saysTheSame(shown, next)).toBe(false);
});
