/** Messages of the forms are erased after 24 months. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import {
  eraseFormMessages,
  insertFeedback,
  insertSalesInquiry,
} from '../../../src/worker/features/forms/form-messages.ts';
import { sweepFormMessages } from '../../../src/worker/features/forms/sweep.ts';
import { aFeedback, anInquiry } from '../../support/form-factories.ts';
import { countRows } from '../support/security-calls.ts';

async function counts(): Promise<unknown[]> {
  return Promise.all(['feedback_messages', 'sales_inquiries', 'deliveries'].map(countRows));
}

test('a message is erased 24 months after it was sent, not before, with its pending mail', async () => {
  const sentAt = Date.parse('2026-01-31T12:00:00.000Z');
  await insertFeedback(env, aFeedback(), sentAt);
  await insertSalesInquiry(env, anInquiry(), sentAt);
  await insertFeedback(env, aFeedback(), sentAt + 1_000);
  await sweepFormMessages(env, Date.parse('2028-01-31T12:00:00.000Z'));
  expect(await counts()).toEqual([2, 1, 3]);
  await sweepFormMessages(env, Date.parse('2028-01-31T12:00:00.001Z'));
  expect(await counts()).toEqual([1, 0, 1]);
  await sweepFormMessages(env, Date.parse('2028-01-31T12:00:01.001Z'));
  expect(await counts()).toEqual([0, 0, 0]);
});

test('one call erases no more than it is told, the oldest first; a sweep goes on until nothing is left', async () => {
  for (const at of [1, 2, 3]) await insertFeedback(env, aFeedback(), at);
  expect(await eraseFormMessages(env, 4, 2)).toBe(2);
  expect(await counts()).toEqual([1, 0, 1]);
  expect(await eraseFormMessages(env, 3, 2)).toBe(0);
  for (let count = 0; count < 201; count += 1) await insertSalesInquiry(env, anInquiry(), 3);
  await sweepFormMessages(env, Date.parse('2030-01-01T00:00:00.000Z'));
  expect(await counts()).toEqual([0, 0, 0]);
});
