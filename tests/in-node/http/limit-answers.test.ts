/** All rate limits. A call above a limit is refused before it does any work, and the answer says how long to wait. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { logInLimitKey } from '../../../src/worker/features/account/session/log-in.ts';
import { limits, consumeRateLimit } from '../../../src/worker/http/rate-limits.ts';
import { hashToken } from '../../../src/worker/identity/tokens.ts';
import { adminPassword, newAdmin } from '../../worker/support/admin-calls.ts';
import { FILE_VERSION } from '../../../src/shared/contracts/business-file.ts';
import { anImport, aSeal } from '../../support/business-files.ts';
import { call, goodPassword, newLocation, newOwner, type TestOwner } from '../../worker/support/factories.ts';
import { aFeedbackForm } from '../../support/form-factories.ts';
import { anOwnersLocation, refused, tryToJoin } from '../../worker/support/owner-calls.ts';
import { withSecondStep } from '../../worker/support/security-calls.ts';

const address = '203.0.113.7';
const token = 'A'.repeat(43);
const password = goodPassword;
const newPassword = 'a lantern by the door';

type Used = {
  key: (owner: TestOwner) => string;
  method?: string;
  /** The path, or a function that makes the path from the id of the owner's location. */
  path: string | ((locationId: string) => string);
  body?: (owner: TestOwner) => unknown;
  isAdmin?: boolean;
  code?: 'proof_needed';
};

const businessId = ({ business }: TestOwner) => business.id;
const userId = ({ user }: TestOwner) => user.id;
const sessionHash = ({ cookie }: TestOwner) => hashToken(cookie.split('=')[1] ?? '');
const fromAddress = () => address;

/** Limits that refuse no call. Above these limits, texts to us get no reply, and mails wait or are not sent. */
const silent = [
  'textAnswerOnce',
  'textAnswersPerNumber',
  'helpToStrangers',
  'answersToNumber',
  'answersToAll',
  'formMails',
  'logInLinkPerAccount',
  'wrongCodeMailPerAccount',
  'forgotAgain',
  'forgotPerAccount',
] as const satisfies (keyof typeof limits)[];

/** Limits of an enrolled device, which `devices.test.ts` tests. */
type OnDevice = 'pinPerDevice' | 'pinPerDeviceAndMember';

/** For each limit: its key, and a call that would succeed without the limit. */
const used: Record<Exclude<keyof typeof limits, (typeof silent)[number] | OnDevice>, Used> = {
  logInPerAddress: { key: fromAddress, path: '/auth/login', body: logInBody, code: 'proof_needed' },
  logInPerName: { key: () => 'somebody', path: '/auth/login', body: logInBody, code: 'proof_needed' },
  logInPerNameAndAddress: {
    key: () => logInLimitKey('somebody', address),
    path: '/auth/login',
    body: logInBody,
    code: 'proof_needed',
  },
  signUpPerAddress: {
    key: fromAddress,
    path: '/auth/signup',
    body: () => ({ name: 'A', username: 'red-door', email: 'red@example.com', phone: '123456', password }),
  },
  forgotPerAddress: {
    key: fromAddress,
    path: '/auth/forgot-password',
    body: () => ({ email: 'somebody@example.com' }),
  },
  resetPerAddress: { key: fromAddress, path: '/auth/reset-password', body: () => ({ token, newPassword }) },
  invitationsPerAddress: { key: fromAddress, path: '/auth/invitation', body: () => ({ token }) },
  verifyPerAddress: { key: fromAddress, path: '/auth/verify-email', body: () => ({ token }) },
  numberCodePerAccount: {
    key: userId,
    path: '/auth/number-code',
    body: () => ({ phone: '+62 812 3456 789' }),
  },
  numberCodeTriesPerAccount: {
    key: userId,
    path: '/auth/number-code/confirm',
    body: () => ({ code: '123456' }),
  },
  verifyMailPerAccount: { key: userId, path: '/auth/send-verification', body: () => ({}) },
  verifyMailPerRecipient: {
    key: () => 'somebody@example.com',
    path: '/auth/send-verification',
    body: () => ({}),
  },
  passkeyPerAddress: { key: fromAddress, path: '/auth/login/passkey/options' },
  deletionCodePerAccount: { key: userId, path: '/auth/deletion-code' },
  deletionTriesPerAccount: {
    key: userId,
    path: '/auth/delete-account',
    body: () => ({ password, mailedCode: '123456' }),
  },
  confirmPerSession: { key: sessionHash, path: '/auth/delete-account', body: () => ({ password }) },
  secondStep: {
    key: sessionHash,
    path: '/auth/second-step/recovery-codes',
    body: () => ({ password, code: '123456' }),
  },
  invitationsPerBusiness: {
    key: businessId,
    path: '/auth/team/invitations',
    body: () => ({
      email: 'host@example.com',
      role: 'host',
      locationIds: null,
      mayReadNumbers: false,
      password,
    }),
  },
  invitationsPerRecipient: {
    key: () => 'host@example.com',
    path: '/auth/team/invitations',
    body: () => ({
      email: 'host@example.com',
      role: 'host',
      locationIds: null,
      mayReadNumbers: false,
      password,
    }),
  },
  deviceCodesPerBusiness: {
    key: businessId,
    path: '/auth/devices',
    body: () => ({ name: 'Tablet', locationId: 'any', idleMinutes: 5 }),
  },
  enrolPerAddress: { key: fromAddress, path: '/auth/device/enrol', body: () => ({ code: '123456789' }) },
  addLocationPerAccount: {
    key: businessId,
    path: '/auth/locations',
    body: () => ({ address: '14 Kemang Raya, Jakarta' }),
  },
  profilePerAccount: {
    key: businessId,
    method: 'PUT',
    path: (locationId) => `/auth/locations/${locationId}/address`,
    body: () => ({ address: 'Here' }),
  },
  exportPerAccount: {
    key: businessId,
    method: 'GET',
    path: (locationId) => `/auth/locations/${locationId}/history.csv`,
  },
  activityPerSession: {
    key: sessionHash,
    method: 'GET',
    path: (locationId) => `/auth/locations/${locationId}/activity`,
  },
  adminLogInPerAddress: { key: fromAddress, path: '/admin/login', body: adminBody },
  adminLogIn: { key: () => 'everybody', path: '/admin/login', body: adminBody },
  adminExports: {
    key: () => 'admin',
    path: '/admin/export',
    isAdmin: true,
    body: () => ({ username: 'somebody', seal: aSeal, cursor: null }),
  },
  adminImports: {
    key: () => 'admin',
    path: '/admin/import',
    isAdmin: true,
    body: () => ({ version: FILE_VERSION, account: anImport().account }),
  },
  adminPeople: {
    key: () => 'admin',
    path: '/admin/person/export',
    isAdmin: true,
    body: () => ({ who: 'nobody@example.com', businesses: [] }),
  },
  operatorChanges: {
    key: () => 'admin',
    path: '/admin/operators/change',
    isAdmin: true,
    body: () => ({
      name: 'grace',
      rights: [],
      disabled: true,
      from: { rights: [], disabled: false },
      currentPassword: 'a guess',
    }),
  },
  checkoutPerAccount: {
    key: businessId,
    path: '/stripe/create-checkout-session',
    body: ({ business }) => ({ planKey: 'Starter Monthly', userId: business.id }),
  },
  portalPerAccount: { key: businessId, path: '/auth/billing-portal' },
  planChangePerAccount: {
    key: businessId,
    path: '/auth/purchase-plan',
    body: () => ({ plan: 'Professional' }),
  },
  formPerAddress: { key: fromAddress, path: '/feedback/submit', body: aFeedbackForm },
  existsPerAddress: { key: fromAddress, method: 'GET', path: '/auth/exists?username=nobody' },
};

function logInBody() {
  return { emailOrUsername: 'somebody', password };
}

function adminBody() {
  return { username: 'admin', password: adminPassword };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
});

test.each(Object.entries(used))(
  '%s, used up, is a 429 that names the seconds to wait',
  async (name, about) => {
    const needsMailbox = name === 'deletionTriesPerAccount' || name.startsWith('invitationsPer');
    const emailVerifiedAt = needsMailbox ? 1 : null;
    const owner = await newOwner({ username: 'somebody', email: 'somebody@example.com', emailVerifiedAt });
    const admin = await newAdmin();
    if (name === 'secondStep') await withSecondStep(owner);
    const limit = Object.entries(limits).find(([each]) => each === name)?.[1];
    if (limit === undefined) throw new Error(`no limit ${name}`);
    const path = typeof about.path === 'string' ? about.path : about.path((await newLocation(owner)).id);
    await consumeRateLimit(env, limit, about.key(owner), Date.now());
    const fill = env.DB.prepare('update limit_windows set count = ? where window_start = ?');
    await fill.bind(limit.most, Date.now() - (Date.now() % limit.windowMs)).run();
    const ask = () =>
      call(about.method ?? 'POST', path, {
        cookie: about.isAdmin ? admin : owner.cookie,
        headers: { 'CF-Connecting-IP': address },
        ...(about.body && { body: about.body(owner) }),
      });

    const before = await env.DB.prepare('select count(*) as n from businesses').first('n');
    // The limit's window began at noon, so five seconds of the window have now passed.
    vi.setSystemTime(Date.now() + 5_000);
    const response = await ask();
    const { status, body } = refused(about.code ?? 'too_many_requests');
    expect([response.status, response.headers.get('Retry-After')]).toEqual([
      status,
      String(limit.windowMs / 1000 - 5),
    ]);
    const isPlain = path.startsWith('/admin/');
    expect(isPlain ? await response.text() : await response.json()).toEqual(
      isPlain ? 'Too many tries. Please wait a moment.' : body,
    );
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(before);

    vi.setSystemTime(Date.now() + limit.windowMs - 5_000);
    const later = await ask();
    await later.arrayBuffer();
    expect(later.status).not.toBe(429);
  },
);

test('the joins of one network at a location end at the limit of a minute, with the time to wait; others still join', async () => {
  const place = await anOwnersLocation();
  const path = `/auth/business/${place.owner.business.username}/queue`;
  const body = {
    address: place.location.address,
    locationId: place.location.id,
    firstName: 'Eve',
    lastName: 'Flood',
    numGuests: 1,
    waitingPreference: 'on_premises',
  };
  const ask = (from: string) => call('POST', path, { body, headers: { 'CF-Connecting-IP': from } });
  for (let n = 0; n < 15; n += 1) {
    // The addresses are in several networks of the same /48, because a sender can choose among these networks.
    const response = await ask(`2001:db8:0:${(n + 1).toString(16)}::7`);
    await response.arrayBuffer();
    expect(response.status).toBe(201);
  }
  const response = await ask('2001:db8:0:ffff::7');
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
  expect(await response.json()).toEqual({
    code: 'sender_limit',
    error:
      'Many guests have joined from your network. Please try again in 1 min, use your phone’s own internet, or ask the staff to add you.',
  });
  expect(await tryToJoin(place)).toMatchObject({ status: 201 });
});
