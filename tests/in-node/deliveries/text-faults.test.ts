/**
 * All faults of the provider with all orders of its receipts. At most one text is sent, and staff always see its
 * result.
 */
import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { faultRows, receiptTimes, type FaultRow, type ReceiptTime } from '../../twilio/cells.ts';
import type { FakeTwilio } from '../../twilio/fake-twilio.ts';
import { act } from '../../worker/support/commands.ts';
import { expectComplaints } from '../../worker/support/broken.ts';
import { delivered, pending } from '../../worker/support/deliveries.ts';
import { eventsIn } from '../../worker/support/log-lines.ts';
import {
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  type Location,
} from '../../worker/support/queue-factories.ts';
import { postReceipt, useTwilio } from '../../worker/support/providers/twilio.ts';

const LATE_MS = 30 * 60_000;

/** Posts these receipts, in order, for each text that the provider has accepted. */
async function tell(twilio: FakeTwilio, ...statuses: string[]): Promise<void> {
  for (const message of twilio.taken) {
    for (const status of statuses) {
      const { status: answered } = await postReceipt(exports.default, twilio.receipt(message, status));
      expect(answered).toBe(200);
    }
  }
}

async function untilSettled(twilio: FakeTwilio, location: Location): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    await delivered(location);
    const texts = (await pending(location)).filter(({ kind }) => kind === 'turn_text');
    const next = Math.min(...texts.map(({ due_at }) => due_at));
    if (texts.length === 0) return;
    moveClock(next - Date.now());
    await twilio.tick();
  }
  throw new Error('A text is pending for ever');
}

const cells = faultRows.flatMap((row) => receiptTimes.map((time) => [row.name, time, row] as const));

test.each(cells)('%s, receipts %s: one text, or none and the reason', async (_, time, row) => {
  stopClock();
  const alarms = expectComplaints();
  const twilio = useTwilio();
  const location = await openLocation();
  plan(twilio, row, time);
  const { customer } = await joinAs(location, texted);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await untilSettled(twilio, location);
  if (time === 'twice') await tell(twilio, 'sent', 'sent', 'delivered', 'delivered', 'sent');
  moveClock(LATE_MS);
  // Only now the provider accepts the texts of slow calls.
  await twilio.tick();
  if (time === 'late') await tell(twilio, 'delivered', 'sent');
  const id = location().id.toString();
  const alarm = { event: 'texts_stopped', locationId: id, reason: 'account' };
  expect(eventsIn(alarms())).toEqual(row.alarms ? [alarm] : []);
  const { view } = granted(await location().view());
  const arrived = time === 'never' ? 'sent' : 'delivered';
  expect({
    taken: twilio.taken.length,
    credits: view.smsCredits,
    says: view.admittedCustomers[0]?.message,
  }).toEqual(
    row.taken === 1
      ? { taken: 1, credits: 299, says: { status: arrived } }
      : { taken: 0, credits: 300, says: row.says },
  );
});

function plan(twilio: FakeTwilio, row: FaultRow, time: ReceiptTime): void {
  twilio.plan(texted.phoneNumber, row.first, row.always);
  if (time === 'first') {
    twilio.onTaken = async (message) => {
      const { status } = await postReceipt(exports.default, twilio.receipt(message, 'delivered'));
      expect(status).toBe(200);
    };
  }
}
