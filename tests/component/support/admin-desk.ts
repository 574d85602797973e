/** The admin page with one operator, one business and one message of each form. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import {
  operatorRights,
  type AdminBusiness,
  type AdminView,
  type OperatorAct,
  type OperatorList,
} from '../../../src/shared/contracts/admin.ts';
import type { OperatorPasskeyList } from '../../../src/shared/contracts/admin-passkeys.ts';
import type { AskedActList } from '../../../src/shared/contracts/operator.ts';
import type { StoredFeedback, StoredSalesInquiry } from '../../../src/shared/contracts/forms/messages.ts';
import { refusals, type RefusalCode } from '../../../src/shared/copy/en/refusals.ts';
import { refusal, theServer } from './fake-server.ts';
import { openPage } from './pages.tsx';

export const sentAt = '2026-11-20T12:05:00.000Z';
export const updateCredits = ['POST', '/admin/update-credits'] as const;
export const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const credits = (customerCredits: number, smsCredits: number) => ({ customerCredits, smsCredits });

export const kept: StoredFeedback = {
  id: 1,
  sentAt,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  businessName: '',
  phone: '',
  feedbackType: 'bug',
  severity: 'low',
  subject: 'A word',
  message: 'It rings twice.',
};
const inquiry: StoredSalesInquiry = {
  id: 1,
  sentAt,
  businessName: 'Kopi Kita',
  businessWebsite: 'https://kopi.example',
  contactName: 'Grace Hopper',
  workEmail: 'grace@kopi.example',
  phone: '',
  locations: 12,
  smsPerMonth: null,
  customersPerDay: 400,
  useCase: 'restaurant',
  budget: 'mid',
  subject: 'Custom Plan Inquiry',
  message: 'We open in twelve towns.',
};
export const blueDoor: AdminBusiness = {
  name: 'Blue Door Café',
  nameWaits: false,
  username: 'blue-door',
  plan: 'Starter',
  trialEndsAt: null,
  subscriptionStatus: 'active',
  createdAt: sentAt,
  maxLocations: 1,
  baseCustomerCredits: 300,
  baseSMSCredits: 300,
  locations: [{ id: 'one', address: '14 Kemang Raya', now: { ...credits(299, 300), waiting: 1 } }],
  serverNow: sentAt,
};
export const me: AdminView = { username: 'admin', rights: [...operatorRights] };
export const firstOperator: OperatorList['operators'][number] = {
  name: 'admin',
  rights: [...operatorRights],
  disabled: false,
  addedAt: sentAt,
  addedBy: null,
  passkeys: 0,
};
export const secondOperator: OperatorList['operators'][number] = {
  ...firstOperator,
  name: 'eve',
  rights: ['export', 'backup'],
  addedBy: 'admin',
};
export const change: OperatorAct = {
  id: 1,
  at: sentAt,
  operator: 'admin',
  kind: 'credits_changed',
  username: 'blue-door',
  about: null,
  credits: {
    before: { baseCustomerCredits: 300, baseSMSCredits: 300 },
    after: { baseCustomerCredits: 500, baseSMSCredits: 300 },
    locations: [
      { id: 'one', address: '14 Kemang Raya', set: { before: credits(299, 300), after: credits(500, 300) } },
    ],
  },
};

/** A plain-text refusal of a POST in the admin's area. */
export function plainRefusal(code: RefusalCode): Response {
  const { sentence, status } = refusals[code];
  return new Response(sentence, { status, headers: { 'content-type': 'text/plain; charset=UTF-8' } });
}

/**
 * Answers the calls of the page with one business and these messages. A call that changes credits also changes the
 * business.
 */
export function answerDesk(feedback: StoredFeedback[] = [kept]): void {
  const server = theServer();
  let business = blueDoor;
  const audit: OperatorAct[] = [];
  server.answer('GET', '/admin/audit', () => ({ rows: audit, next: null }));
  server.answer('GET', '/admin/asked-acts', (): AskedActList => ({ acts: [] }));
  server.answer('GET', '/admin/passkeys', (): OperatorPasskeyList => ({ passkeys: [] }));
  server.answer('GET', '/admin/operators', (): OperatorList => ({
    operators: [firstOperator, secondOperator],
  }));
  server.answer('GET', '/admin/sales', () => ({ rows: [inquiry], next: null }));
  server.answer('GET', '/admin/feedback', ({ url }) => {
    const before = Number(url.searchParams.get('before') ?? Infinity);
    const rows = feedback.filter(({ id }) => id < before).slice(0, 20);
    const last = rows.at(-1)?.id ?? 1;
    return { rows, next: last > 1 ? last : null };
  });
  server.answer('GET', '/admin/businesses/:username', ({ parameters }) =>
    parameters['username']?.toLowerCase() === business.username ? business : refusal('unknown_business'),
  );
  server.answer(...updateCredits, () => {
    business = {
      ...business,
      baseCustomerCredits: 500,
      locations: [{ id: 'one', address: '14 Kemang Raya', now: { ...credits(500, 300), waiting: 1 } }],
    };
    audit.unshift(change);
    return { success: true };
  });
}

export async function openDesk(feedback?: StoredFeedback[]): Promise<void> {
  answerDesk(feedback);
  theServer().answer('GET', '/admin/me', () => me);
  await openPage('/admin');
  await expect.element(heading('Update credits')).toBeVisible();
}
