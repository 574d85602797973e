/** Every API call with its body, and a business in which every call can succeed. */
import { env } from 'cloudflare:workers';
import { createApp } from '../../../src/worker/app.ts';
import { developmentPages } from '../../../src/worker/development/pages.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { newReceiver } from '../../support/push-receiver.ts';
import { aFeedbackForm, aSalesForm } from '../../support/form-factories.ts';
import { described, newPasskey, signedBy } from '../../support/software-authenticator.ts';
import { givePin, goodPin, newDevice, type TestDevice } from './devices.ts';
import { newAdmin } from './admin-calls.ts';
import { goodPassword, newOwner, origin, party, type TestOwner } from './factories.ts';
import { anOwnersLocation, join, type OwnedLocation } from './owner-calls.ts';
import { endpoint } from './providers/push-service.ts';
import { newInvitation, newMember } from './members.ts';
import { securityOf } from './security-calls.ts';
import { FILE_VERSION } from '../../../src/shared/contracts/business-file.ts';
import { anImport, aSeal } from '../../support/business-files.ts';

/**
 * Who may make a call. `guest` has the visit's token, `device` is enrolled, `provider` signs a form, and `payments`
 * signs a webhook.
 */
type Who = 'anybody' | 'guest' | 'owner' | 'device' | 'admin' | 'provider' | 'payments';

export type ApiCall = {
  method: string;
  pattern: string;
  who: Who;
  body?: Record<string, unknown>;
  /** Whether the call accepts a form of a development page and no JSON. `checkout.test.ts` tests such calls. */
  isForm?: true;
};

const token = 'A'.repeat(43);
const NOBODY = '00000000-0000-4000-8000-000000000000';
const aPasskey = newPasskey(NOBODY);
const aChallenge = { challenge: token, origin };
const aHost = { role: 'host', locationIds: null, mayReadNumbers: false };
const passwordOnly = { password: goodPassword };
const key = '/auth/business/:username/queue/:customerKey';
const visit = '/auth/business/:username/queue/token/:token';

/** The calls by method and pattern. `foreign-callers.test.ts` fails if a call is missing. */
const table: Record<string, Omit<ApiCall, 'method' | 'pattern'>> = {
  'GET /healthz': { who: 'anybody' },
  'GET /dev/outbox': { who: 'anybody' },
  'GET /dev/member-acts': { who: 'anybody' },
  'GET /auth/exists': { who: 'anybody' },
  'POST /auth/signup': {
    who: 'anybody',
    body: {
      name: 'Red Door',
      username: 'red-door',
      email: 'red@example.com',
      phone: '+62 812 3456',
      password: goodPassword,
    },
  },
  'POST /auth/login': { who: 'anybody', body: { emailOrUsername: 'nobody', password: goodPassword } },
  'POST /auth/login/passkey/options': { who: 'anybody' },
  'POST /auth/login/passkey': { who: 'anybody', body: { credential: signedBy(aPasskey, aChallenge) } },
  'POST /auth/logout': { who: 'anybody' },
  'POST /auth/forgot-password': { who: 'anybody', body: { email: 'nobody@example.com' } },
  'POST /auth/reset-password': { who: 'anybody', body: { token, newPassword: 'a lantern by the door' } },
  'POST /auth/not-me': { who: 'anybody', body: { token } },
  'POST /auth/verify-email/account': { who: 'anybody', body: { token } },
  'POST /auth/verify-email/not-mine': { who: 'anybody', body: { token } },
  'POST /auth/verify-email': { who: 'anybody', body: { token } },
  'GET /auth/me': { who: 'owner' },
  'PUT /auth/me': { who: 'owner', body: { locations: [] } },
  'GET /auth/security': { who: 'owner' },
  'PATCH /auth/language': { who: 'owner', body: { language: 'es' } },
  'POST /auth/send-verification': { who: 'owner' },
  'POST /auth/number-code': { who: 'owner', body: { phone: '+62 812 3456 789' } },
  'POST /auth/number-code/confirm': { who: 'owner', body: { code: '123456' } },
  'POST /auth/change-email': { who: 'owner', body: { email: 'new@example.com', ...passwordOnly } },
  'POST /auth/change-password': {
    who: 'owner',
    body: { currentPassword: goodPassword, newPassword: 'a lantern by the door' },
  },
  'DELETE /auth/sessions': { who: 'owner' },
  'DELETE /auth/sessions/:id': { who: 'owner' },
  'POST /auth/second-step': { who: 'owner', body: passwordOnly },
  'POST /auth/second-step/confirm': { who: 'owner', body: { code: '123456' } },
  'POST /auth/second-step/passkey': {
    who: 'owner',
    body: { ...passwordOnly, passkey: signedBy(aPasskey, aChallenge) },
  },
  'POST /auth/second-step/recovery-codes': { who: 'owner', body: passwordOnly },
  'POST /auth/second-step/off': { who: 'owner', body: passwordOnly },
  'POST /auth/passkeys/options': { who: 'owner', body: passwordOnly },
  'POST /auth/passkeys': {
    who: 'owner',
    body: { name: 'Phone', credential: described(aPasskey, aChallenge) },
  },
  'POST /auth/passkeys/rename': { who: 'owner', body: { id: aPasskey.id, name: 'Phone' } },
  'POST /auth/passkeys/remove': { who: 'owner', body: { ...passwordOnly, id: aPasskey.id } },
  'POST /auth/deletion-code': { who: 'owner' },
  'POST /auth/delete-account': { who: 'owner', body: passwordOnly },
  'GET /auth/businesses': { who: 'owner' },
  'POST /auth/businesses/switch': { who: 'owner', body: { businessId: NOBODY } },
  'GET /auth/team': { who: 'owner' },
  'POST /auth/team/invitations': {
    who: 'owner',
    body: { email: 'host@example.com', ...aHost, ...passwordOnly },
  },
  'DELETE /auth/team/invitations/:id': { who: 'owner' },
  'PATCH /auth/team/members/:id': { who: 'owner', body: { ...aHost, ...passwordOnly, from: aHost } },
  'DELETE /auth/team/members/:id': { who: 'owner' },
  'DELETE /auth/team/members/:id/pin-lock': { who: 'owner' },
  'GET /auth/pin': { who: 'owner' },
  'PUT /auth/pin': { who: 'owner', body: { pin: goodPin, ...passwordOnly } },
  'DELETE /auth/pin': { who: 'owner' },
  'GET /auth/devices': { who: 'owner' },
  'POST /auth/devices': { who: 'owner', body: { name: 'Tablet', locationId: NOBODY, idleMinutes: 5 } },
  'PATCH /auth/devices/:id': { who: 'owner', body: { name: 'Back door', idleMinutes: 10 } },
  'DELETE /auth/devices/:id': { who: 'owner' },
  'POST /auth/device/enrol': { who: 'anybody', body: { code: '123456789' } },
  // A browser that is not enrolled gets only the answer that it is not enrolled.
  'GET /auth/device': { who: 'anybody' },
  'POST /auth/device/unlock': { who: 'device', body: { memberId: NOBODY, pin: goodPin } },
  'POST /auth/device/in-use': { who: 'device' },
  'POST /auth/device/lock': { who: 'device' },
  // The owner is refused whatever the body is, because the owner may not leave.
  'POST /auth/team/leave': { who: 'owner' },
  'GET /auth/team/ownership': { who: 'owner' },
  'POST /auth/team/ownership': { who: 'owner', body: { ...passwordOnly, memberId: NOBODY } },
  'POST /auth/team/ownership/code': { who: 'owner' },
  'DELETE /auth/team/ownership': { who: 'owner' },
  'POST /auth/team/ownership/accept': { who: 'owner', body: passwordOnly },
  'POST /auth/invitation': { who: 'anybody', body: { token } },
  'POST /auth/invitation/accept': {
    who: 'anybody',
    body: { token, name: 'Sari', password: 'a lantern by the door' },
  },
  'POST /auth/invitation/join': { who: 'owner', body: { token, name: 'Sari' } },
  'POST /auth/locations': { who: 'owner', body: { address: 'Elsewhere 1' } },
  'PATCH /auth/locations/:id': { who: 'owner', body: { paused: true } },
  'DELETE /auth/locations/:id': { who: 'owner' },
  'GET /auth/locations/:id/analytics': { who: 'owner' },
  'GET /auth/locations/:id/analytics/members': { who: 'owner' },
  'GET /auth/locations/:id/history.csv': { who: 'owner' },
  'GET /auth/locations/:id/activity': { who: 'owner' },
  'GET /auth/locations/:id/activity.csv': { who: 'owner' },
  'GET /auth/locations/live': { who: 'owner' },
  'GET /auth/locations/:id/live': { who: 'owner' },
  'PUT /auth/locations/:id/servers': { who: 'owner', body: { servers: 2 } },
  'PUT /auth/locations/:id/duty': { who: 'owner', body: { on: true } },
  'POST /auth/locations/:id/visits': { who: 'owner', body: { firstName: 'Eve' } },
  'PATCH /auth/me': { who: 'owner', body: { name: 'Red Door' } },
  'PUT /auth/locations/:id/address': { who: 'owner', body: { address: 'Elsewhere 2' } },
  'GET /auth/locations/:id/visits/:visitId/history': { who: 'owner' },
  'DELETE /auth/locations/:id/visits/:visitId': { who: 'owner' },
  'POST /auth/locations/:id/visits/:visitId/:action': { who: 'owner', body: { position: 1 } },
  [`POST ${key}/admit`]: { who: 'owner' },
  [`DELETE ${key}`]: { who: 'owner' },
  'GET /auth/business/:username/addresses': { who: 'anybody' },
  'POST /auth/business/:username/queue': {
    who: 'anybody',
    body: { address: '14 Kemang Raya, Jakarta', ...party({ firstName: 'Eve' }) },
  },
  [`GET ${visit}/status`]: { who: 'anybody' },
  [`PATCH ${visit}`]: { who: 'anybody', body: { waitingPreference: 'on_premises' } },
  [`DELETE ${visit}`]: { who: 'anybody' },
  [`PUT ${visit}/language`]: { who: 'anybody', body: { language: 'es' } },
  [`POST ${visit}/reply`]: { who: 'anybody', body: { reply: 'on_my_way' } },
  [`PUT ${visit}/reminder`]: {
    who: 'anybody',
    body: { endpoint, keys: newReceiver(endpoint).subscription.keys },
  },
  [`DELETE ${visit}/reminder`]: { who: 'anybody', body: { endpoint } },
  [`GET ${visit}/live`]: { who: 'anybody' },
  [`GET ${key}/status`]: { who: 'guest' },
  'POST /auth/business/:username/number-check': {
    who: 'anybody',
    body: { locationId: NOBODY, phoneNumber: '+62 812 3456 7890' },
  },
  [`POST ${key}/leave`]: { who: 'guest' },
  [`POST ${key}/cannot-come`]: { who: 'guest' },
  'POST /stripe/create-checkout-session': {
    who: 'owner',
    body: { planKey: 'Starter Monthly', userId: 'somebody' },
  },
  'POST /auth/purchase-plan': { who: 'owner', body: { plan: 'Professional' } },
  'GET /auth/subscription': { who: 'owner' },
  'POST /auth/billing-portal': { who: 'owner' },
  'GET /stripe/prices': { who: 'anybody' },
  'POST /stripe/webhook': { who: 'payments', body: { id: 'evt_1' } },
  'GET /dev/checkout/:id': { who: 'anybody' },
  'POST /dev/checkout/:id': { who: 'anybody', isForm: true },
  'GET /dev/invoice/:subscriptionId': { who: 'anybody' },
  'POST /dev/invoice/:subscriptionId': { who: 'anybody', isForm: true },
  'GET /dev/billing/:customerId': { who: 'anybody' },
  'POST /dev/billing/:customerId': { who: 'anybody', isForm: true },
  'POST /feedback/submit': { who: 'anybody', body: aFeedbackForm() },
  'POST /sales/inquiry': { who: 'anybody', body: aSalesForm() },
  'POST /admin/login': { who: 'anybody', body: { username: 'nobody', password: goodPassword } },
  'POST /admin/logout': { who: 'anybody' },
  'POST /admin/login/passkey/options': { who: 'admin' },
  'POST /admin/login/passkey': { who: 'admin', body: { credential: signedBy(aPasskey, aChallenge) } },
  'GET /admin/me': { who: 'admin' },
  'GET /admin/passkeys': { who: 'admin' },
  'POST /admin/passkeys/options': { who: 'admin', body: { password: 'not the one' } },
  'POST /admin/passkeys': {
    who: 'admin',
    body: { name: 'Phone', credential: described(aPasskey, aChallenge) },
  },
  'POST /admin/passkeys/remove': { who: 'admin', body: { password: 'not the one', id: aPasskey.id } },
  'POST /admin/command-code': { who: 'admin', body: { password: 'not the one' } },
  'POST /admin/update-credits': {
    who: 'admin',
    body: { username: 'blue-door', baseCustomerCredits: 7, baseSMSCredits: 7 },
  },
  'POST /admin/approve-name': { who: 'admin', body: { username: 'blue-door', name: 'Blue Door Café' } },
  'GET /admin/businesses/:username': { who: 'admin' },
  'GET /admin/audit': { who: 'admin' },
  'GET /admin/operators': { who: 'admin' },
  'POST /admin/operators': {
    who: 'admin',
    body: {
      name: 'grace',
      password: 'a lantern by the door',
      rights: ['support'],
      currentPassword: 'lantern-at-the-door',
    },
  },
  'POST /admin/operators/change': {
    who: 'admin',
    body: {
      name: 'nobody',
      rights: [],
      disabled: true,
      from: { rights: [], disabled: false },
      currentPassword: 'lantern-at-the-door',
    },
  },
  'POST /admin/operators/reset-passkeys': {
    who: 'admin',
    body: { name: 'nobody', password: 'lantern-at-the-door' },
  },
  'POST /admin/password': {
    who: 'admin',
    body: { currentPassword: 'not the one', newPassword: 'a lantern by the door' },
  },
  'GET /admin/asked-acts': { who: 'admin' },
  'POST /admin/asked-acts/withdraw': { who: 'admin', body: { id: token } },
  'GET /admin/feedback': { who: 'admin' },
  'GET /admin/sales': { who: 'admin' },
  'POST /admin/export': { who: 'admin', body: { username: 'nobody-of-ours', seal: aSeal, cursor: null } },
  'POST /admin/export/approve': { who: 'admin', body: { username: 'nobody-of-ours' } },
  'POST /admin/backup': { who: 'admin', body: { username: 'nobody-of-ours', seal: aSeal, cursor: null } },
  'POST /admin/backup/list': { who: 'admin', body: { after: null } },
  'POST /admin/import': { who: 'admin', body: { version: FILE_VERSION, account: anImport().account } },
  'POST /admin/import/part': {
    who: 'admin',
    body: { importId: NOBODY, n: 1, part: { kind: 'history', location: NOBODY, rows: [] } },
  },
  'POST /admin/import/finish': { who: 'admin', body: { importId: NOBODY, account: anImport().account } },
  'POST /admin/restore': { who: 'admin', body: { locationId: '0'.repeat(64), at: '2026-11-22T09:30:00Z' } },
  'POST /admin/rotate': { who: 'admin', body: { after: '' } },
  'POST /admin/person/export': { who: 'admin', body: { who: 'nobody@example.com', businesses: [] } },
  'POST /admin/person/erase': { who: 'admin', body: { who: 'nobody@example.com', businesses: [] } },
  'POST /admin/person/erase/approve': {
    who: 'admin',
    body: { who: 'nobody@example.com', businesses: [] },
  },
  // This call needs the text provider, which is missing here. `text-receipts.test.ts` tests the call.
  'POST /sms/status': { who: 'provider' },
  // This call needs the text provider, which is missing here. `text-answers.test.ts` tests the call.
  'POST /sms/inbound': { who: 'provider' },
};

export const apiCalls: ApiCall[] = Object.entries(table).map(([name, call]) => {
  const [method = '', pattern = ''] = name.split(' ');
  return { method, pattern, ...call };
});

export const unsafeCalls = apiCalls.filter(
  ({ method, who, isForm = false }) =>
    method !== 'GET' && who !== 'provider' && who !== 'payments' && !isForm,
);

/** The sorted method and pattern of each API call in the app's routes. */
export function callsOfTheApp(): string[] {
  const paths = /^\/(auth|admin|dev|healthz|stripe|sms|feedback|sales)\b/;
  const own = createApp(developmentPages).routes.filter(
    ({ method, path }) => method !== 'ALL' && paths.test(path),
  );
  // A middleware such as `requireOwner` is a separate route, so a name can occur twice. Pages are left out.
  const names = own.map(({ method, path }) => `${method} ${path}`).filter((name) => name !== 'GET /admin');
  return [...new Set(names)].toSorted();
}

export type World = {
  place: OwnedLocation;
  stranger: TestOwner;
  admin: string;
  guestToken: string;
  device: TestDevice;
  path: Paths;
};
type Paths = (call: ApiCall) => string;

/**
 * Makes a business with one guest in line, another owner, and an admin's session. `path` returns a call's path for this
 * business.
 */
export async function aWorld(username = 'blue-door'): Promise<World> {
  const place = await anOwnersLocation({ username });
  const { customer, queueToken } = await join(place);
  const [session] = (await securityOf(place.owner)).sessions;
  const member = await newMember(place.owner, 'host');
  await givePin(place, member.user.id);
  const device = await newDevice(place);
  const invitation = await newInvitation(place.owner, 'invited@example.com');
  const values: Record<string, string> = {
    visitId: customer.id,
    action: 'move',
    username: place.owner.business.username,
    customerId: 'cus_local_nobody',
    customerKey: encodeURIComponent(customerKey(customer)),
    token: queueToken,
  };
  return {
    place,
    stranger: await newOwner(),
    admin: await newAdmin(),
    guestToken: queueToken,
    device,
    path: ({ pattern }) => {
      const ids: Record<string, string | undefined> = {
        '/auth/sessions/:id': session?.id,
        '/auth/team/members/:id': member.user.id,
        '/auth/team/members/:id/pin-lock': member.user.id,
        '/auth/devices/:id': device.id,
        '/auth/team/invitations/:id': invitation.id,
      };
      const id = ids[pattern] ?? place.location.id;
      return pattern.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'id' ? id : values[name]) ?? '');
    },
  };
}

/**
 * Calls that end a session, a visit or a location of the world. After such a call, the calls that follow in the same
 * world would be refused.
 */
const ending =
  /^(DELETE .*|POST .*\/(admit|leave|:action)|POST \/auth\/(signup|logout|delete-account|change-password|team\/leave)|POST \/admin\/logout)$/;

/**
 * Yields each call with a world in which the call can succeed. After a call in `ending`, the next call gets a new
 * world.
 */
export async function* withWorlds<Asked extends ApiCall>(
  calls: readonly Asked[],
  username: string,
): AsyncGenerator<[each: Asked, world: World]> {
  let world: World | null = null;
  for (const [n, each] of calls.entries()) {
    world ??= await aWorld(n === 0 ? username : `${n}-${username}`);
    yield [each, world];
    if (ending.test(`${each.method} ${each.pattern}`)) world = null;
  }
}

export function allCookies({ place, admin, guestToken, device }: World): string {
  return `${place.owner.cookie}; ${device.cookie}; ${admin}; holdline_visit=${guestToken}`;
}

/**
 * All rows of the database as text. A refused call must not change these rows. The counters of rate limits and the last
 * uses of sessions are left out.
 */
export async function allRows(): Promise<string> {
  const tables = [
    'users',
    'invitations',
    'ownership_offers',
    'devices',
    'businesses',
    'memberships',
    'locations',
    'sessions',
    'second_steps',
    'ended_second_steps',
    'recovery_codes',
    'passkeys',
    'former_addresses',
    'phone_codes',
    'disowned_mailboxes',
    'password_resets',
    'email_verifications',
    'admin_sessions',
    'admin_changes',
    'operator_acts',
    'operators',
    'operator_passkeys',
    'asked_acts',
    'billing_customers',
    'subscriptions',
    'credit_grants',
    'feedback_messages',
    'sales_inquiries',
    'deliveries',
  ];
  const rows = await env.DB.batch(tables.map((name) => env.DB.prepare(`select * from ${name}`)));
  return JSON.stringify(rows.map(({ results }) => results));
}
