/**
 * Compares the answers of the fake server with the API contract, so that a test cannot use answers that the real server
 * never gives.
 */
import * as z from 'zod/mini';
import {
  confirmedMailboxAnswer,
  recoveryCodesAnswer,
  secondStepOffer,
  securityView,
  verifiedAccount,
} from '../../../src/shared/contracts/account/security.ts';
import {
  accountAnswer,
  sessionAnswer,
  sessionsEndedAnswer,
} from '../../../src/shared/contracts/account/view.ts';
import {
  adminBusiness,
  adminView,
  auditPage,
  feedbackPage,
  operatorList,
  salesPage,
} from '../../../src/shared/contracts/admin.ts';
import {
  adminLogInAnswer,
  commandCode,
  operatorPasskeyList,
} from '../../../src/shared/contracts/admin-passkeys.ts';
import { askedActList } from '../../../src/shared/contracts/operator.ts';
import { activityPage } from '../../../src/shared/contracts/activity.ts';
import { analytics, memberCharts } from '../../../src/shared/contracts/analytics.ts';
import {
  billingPortalAnswer,
  checkoutAnswer,
  subscriptionAnswer,
} from '../../../src/shared/contracts/billing.ts';
import { passkeyLogInOptions, passkeyOptions } from '../../../src/shared/contracts/account/passkeys.ts';
import {
  deviceAnswer,
  ownDevice,
  devicesAnswer,
  newDeviceAnswer,
  pinAnswer,
} from '../../../src/shared/contracts/devices.ts';
import {
  addressesAnswer,
  existsAnswer,
  joinAnswer,
  statusAnswer,
} from '../../../src/shared/contracts/guest.ts';
import {
  businessesAnswer,
  invitationAnswer,
  offerAnswer,
  teamView,
} from '../../../src/shared/contracts/team.ts';
import { visitAnswer, visitHistory } from '../../../src/shared/contracts/queue-view.ts';
import { refusals } from '../../../src/shared/copy/en/refusals.ts';

/**
 * The schema of `NumberCheck`. The contract has only a type, because the guest's page uses no schema for this answer.
 */
const numberCheck = z.strictObject({
  obstacle: z.optional(z.enum(['landline', 'unknown', 'country'])),
  reason: z.optional(z.string()),
});
const done = z.strictObject({ success: z.literal(true) });
const business = '/auth/business/:username';
const visit = `${business}/queue/token/:token`;

/** The schema of each call's successful answer. A test fails if the fake server gives another answer. */
const contracts = (
  [
    ['GET', '/healthz', z.object({ ok: z.literal(true), version: z.string() })],
    ['GET', '/auth/me', accountAnswer],
    ['POST', '/auth/:session(login|signup)', sessionAnswer],
    ['POST', '/auth/:action(logout|delete-account|not-me|change-password)', sessionsEndedAnswer],
    ['POST', '/auth/forgot-password', done],
    ['POST', '/auth/:action(reset-password|verify-email)', confirmedMailboxAnswer],
    ['POST', '/auth/verify-email/account', verifiedAccount],
    ['POST', '/auth/verify-email/not-mine', done],
    ['POST', '/auth/:action(change-email|send-verification|purchase-plan)', done],
    ['POST', '/auth/number-code', done],
    ['POST', '/auth/number-code/confirm', done],
    ['GET', '/auth/exists', existsAnswer],
    ['GET', '/auth/security', securityView],
    ['PATCH', '/auth/language', done],
    ['DELETE', '/auth/sessions', sessionsEndedAnswer],
    ['DELETE', '/auth/sessions/:id', sessionsEndedAnswer],
    ['POST', '/auth/second-step', secondStepOffer],
    ['POST', '/auth/second-step/:action(confirm|passkey|recovery-codes)', recoveryCodesAnswer],
    ['POST', '/auth/second-step/off', done],
    ['POST', '/auth/passkeys/options', passkeyOptions],
    ['POST', '/auth/passkeys', done],
    ['POST', '/auth/passkeys/:action(rename|remove)', done],
    ['POST', '/auth/deletion-code', done],
    ['POST', '/auth/login/passkey/options', passkeyLogInOptions],
    ['POST', '/auth/login/passkey', sessionAnswer],
    ['GET', '/auth/subscription', subscriptionAnswer],
    ['POST', '/auth/billing-portal', billingPortalAnswer],
    ['POST', '/stripe/create-checkout-session', checkoutAnswer],
    ['GET', '/auth/businesses', businessesAnswer],
    ['POST', '/auth/businesses/switch', sessionAnswer],
    ['GET', '/auth/team', teamView],
    ['POST', '/auth/team/invitations', teamView],
    ['DELETE', '/auth/team/invitations/:id', done],
    ['PATCH', '/auth/team/members/:id', sessionsEndedAnswer],
    ['DELETE', '/auth/team/members/:id', sessionsEndedAnswer],
    ['POST', '/auth/team/leave', sessionsEndedAnswer],
    ['GET', '/auth/team/ownership', offerAnswer],
    ['POST', '/auth/team/ownership', done],
    ['POST', '/auth/team/ownership/code', done],
    ['DELETE', '/auth/team/ownership', done],
    ['POST', '/auth/team/ownership/accept', sessionsEndedAnswer],
    ['DELETE', '/auth/team/members/:id/pin-lock', done],
    ['GET', '/auth/pin', pinAnswer],
    ['PUT', '/auth/pin', done],
    ['DELETE', '/auth/pin', done],
    ['GET', '/auth/devices', devicesAnswer],
    ['POST', '/auth/devices', newDeviceAnswer],
    ['PATCH', '/auth/devices/:id', done],
    ['DELETE', '/auth/devices/:id', sessionsEndedAnswer],
    ['GET', '/auth/device', ownDevice],
    ['POST', '/auth/device/:action(enrol|unlock)', deviceAnswer],
    ['POST', '/auth/device/in-use', done],
    ['POST', '/auth/device/lock', sessionsEndedAnswer],
    ['POST', '/auth/invitation', invitationAnswer],
    ['POST', '/auth/invitation/:way(accept|join)', sessionAnswer],
    ['POST', '/auth/locations', accountAnswer],
    ['PATCH', '/auth/locations/:id', accountAnswer],
    ['PUT', '/auth/locations/:id/:what(servers|duty)', done],
    ['DELETE', '/auth/locations/:id', accountAnswer],
    ['GET', '/auth/locations/:id/analytics', analytics],
    ['GET', '/auth/locations/:id/analytics/members', memberCharts],
    ['GET', '/auth/locations/:id/activity', activityPage],
    ['PATCH', '/auth/me', accountAnswer],
    ['PUT', '/auth/locations/:id/address', accountAnswer],
    ['POST', '/auth/locations/:id/visits', visitAnswer],
    ['GET', '/auth/locations/:id/visits/:visitId/history', visitHistory],
    ['DELETE', '/auth/locations/:id/visits/:visitId', visitAnswer],
    ['POST', '/auth/locations/:id/visits/:visitId/:action', visitAnswer],
    ['POST', `${business}/queue/:key/admit`, visitAnswer],
    ['DELETE', `${business}/queue/:key`, visitAnswer],
    ['GET', `${business}/addresses`, addressesAnswer],
    ['POST', `${business}/queue`, joinAnswer],
    ['GET', `${visit}/status`, statusAnswer],
    ['PATCH', visit, statusAnswer],
    ['DELETE', visit, done],
    ['PUT', `${visit}/language`, statusAnswer],
    ['POST', `${visit}/reply`, statusAnswer],
    ['PUT', `${visit}/reminder`, done],
    ['DELETE', `${visit}/reminder`, done],
    ['POST', `${business}/queue/:key/:ending(leave|cannot-come)`, done],
    ['POST', `${business}/number-check`, numberCheck],
    ['POST', '/:form(feedback/submit|sales/inquiry)', done],
    ['GET', '/admin/me', adminView],
    ['POST', '/admin/login', adminLogInAnswer],
    ['POST', '/admin/login/passkey/options', passkeyLogInOptions],
    ['POST', '/admin/login/passkey', adminView],
    ['GET', '/admin/passkeys', operatorPasskeyList],
    ['POST', '/admin/passkeys/options', passkeyOptions],
    ['POST', '/admin/passkeys', z.union([done, adminView])],
    ['POST', '/admin/command-code', commandCode],
    ['GET', '/admin/asked-acts', askedActList],
    [
      'POST',
      '/admin/:action(logout|update-credits|approve-name|operators|operators/change|operators/reset-passkeys|password|passkeys/remove|asked-acts/withdraw|export/approve|person/erase/approve)',
      done,
    ],
    ['GET', '/admin/operators', operatorList],
    ['GET', '/admin/audit', auditPage],
    ['GET', '/admin/feedback', feedbackPage],
    ['GET', '/admin/sales', salesPage],
    ['GET', '/admin/businesses/:username', adminBusiness],
  ] as const
).map(([method, pathname, schema]) => ({ method, pattern: new URLPattern({ pathname }), schema }));

/** The schema of a refusal. `issues`: errors of single fields. */
const refusal = z.looseObject({
  error: z.string().check(z.minLength(1)),
  code: z.string(),
  issues: z.optional(z.object({ fieldErrors: z.record(z.string(), z.array(z.string())) })),
});

/**
 * The reason why this answer breaks the contract; null if the answer agrees with the contract. Only JSON is checked:
 * other answers are a proxy's error page, or the plain text of the admin's calls.
 */
export async function breachOf(call: { method: string; url: URL }, answer: Response): Promise<string | null> {
  if (!answer.headers.get('content-type')?.includes('json')) return null;
  const body: unknown = await answer.clone().json();
  if (!answer.ok) {
    const { success, data } = z.safeParse(refusal, body);
    const known = success && Object.entries(refusals).find(([code]) => code === data.code);
    if (!known) return `no such refusal: ${JSON.stringify(body)}`;
    return known[1].status === answer.status ? null : `${known[0]} is not answered ${answer.status}`;
  }
  const contract = contracts.find(({ method, pattern }) => method === call.method && pattern.test(call.url));
  if (contract === undefined) return 'the contract has no such call';
  const { success, error } = z.safeParse(contract.schema, body);
  return success ? null : z.prettifyError(error);
}
