/**
 * Roles of a business's members, and the rights of each role. Routes, locations' objects and pages all read the table
 * in this file. `tests/worker/http/roles.test.ts` compares the table with the calls of the application.
 */

/** Each business has one `owner`. Members with another role can be limited to some of the locations. */
export const roles = ['owner', 'manager', 'host', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The roles that an invitation or a change of role can give. Ownership changes only by a hand-over. */
export const givenRoles = ['manager', 'host', 'viewer'] as const;
export type GivenRole = (typeof givenRoles)[number];

const owner = ['owner'] as const;
const managers = ['owner', 'manager'] as const;
const hosts = ['owner', 'manager', 'host'] as const;
const everybody = roles;

const visit = '/auth/locations/:id/visits/:visitId';
const key = '/auth/business/:username/queue/:customerKey';

/** Each call and socket of a logged-in member, by method and pattern, with the roles that may use it. */
export const rolesOfCalls = {
  'GET /auth/me': everybody,
  'PUT /auth/me': owner,
  'PATCH /auth/me': owner,
  'GET /auth/security': everybody,
  'PATCH /auth/language': everybody,
  'POST /auth/send-verification': everybody,
  'POST /auth/number-code': owner,
  'POST /auth/number-code/confirm': owner,
  'POST /auth/change-email': everybody,
  'POST /auth/change-password': everybody,
  'DELETE /auth/sessions': everybody,
  'DELETE /auth/sessions/:id': everybody,
  'POST /auth/second-step': everybody,
  'POST /auth/second-step/confirm': everybody,
  'POST /auth/second-step/passkey': everybody,
  'POST /auth/second-step/recovery-codes': everybody,
  'POST /auth/second-step/off': everybody,
  'POST /auth/passkeys/options': everybody,
  'POST /auth/passkeys': everybody,
  'POST /auth/passkeys/rename': everybody,
  'POST /auth/passkeys/remove': everybody,
  'POST /auth/deletion-code': owner,
  'POST /auth/delete-account': owner,
  'GET /auth/businesses': everybody,
  'POST /auth/businesses/switch': everybody,
  'POST /auth/invitation/join': everybody,
  'GET /auth/team': managers,
  'POST /auth/team/invitations': managers,
  'DELETE /auth/team/invitations/:id': managers,
  'PATCH /auth/team/members/:id': managers,
  'DELETE /auth/team/members/:id': managers,
  'DELETE /auth/team/members/:id/pin-lock': managers,
  'GET /auth/pin': everybody,
  'PUT /auth/pin': everybody,
  'DELETE /auth/pin': everybody,
  'GET /auth/devices': managers,
  'POST /auth/devices': managers,
  'PATCH /auth/devices/:id': managers,
  'DELETE /auth/devices/:id': managers,
  'POST /auth/team/leave': ['manager', 'host', 'viewer'],
  'GET /auth/team/ownership': everybody,
  'POST /auth/team/ownership': owner,
  'POST /auth/team/ownership/code': owner,
  'DELETE /auth/team/ownership': everybody,
  'POST /auth/team/ownership/accept': everybody,
  'POST /auth/locations': owner,
  'PATCH /auth/locations/:id': managers,
  'PUT /auth/locations/:id/address': managers,
  'DELETE /auth/locations/:id': owner,
  'GET /auth/locations/:id/analytics': managers,
  'GET /auth/locations/:id/analytics/members': managers,
  'GET /auth/locations/:id/history.csv': managers,
  'GET /auth/locations/:id/activity': managers,
  'GET /auth/locations/:id/activity.csv': managers,
  'GET /auth/locations/live': everybody,
  'GET /auth/locations/:id/live': everybody,
  'PUT /auth/locations/:id/servers': hosts,
  'PUT /auth/locations/:id/duty': hosts,
  'POST /auth/locations/:id/visits': hosts,
  [`GET ${visit}/history`]: everybody,
  [`POST ${visit}/:action`]: hosts,
  [`DELETE ${visit}`]: managers,
  [`POST ${key}/admit`]: hosts,
  [`DELETE ${key}`]: hosts,
  'POST /stripe/create-checkout-session': owner,
  'POST /auth/purchase-plan': owner,
  'GET /auth/subscription': owner,
  'POST /auth/billing-portal': owner,
} as const satisfies Record<string, readonly Role[]>;

/** Method and pattern of a call of members. */
export type MemberCall = keyof typeof rolesOfCalls;

const table: Readonly<Record<string, readonly Role[]>> = rolesOfCalls;

/**
 * The calls that the stand needs. A member's session on a device may use only these calls, and only if the role allows
 * the call. The pause is the only setting that such a session may change.
 */
const deviceCalls = [
  'GET /auth/me',
  'PATCH /auth/locations/:id',
  'GET /auth/locations/:id/live',
  'PUT /auth/locations/:id/servers',
  'PUT /auth/locations/:id/duty',
  'POST /auth/locations/:id/visits',
  `GET ${visit}/history`,
  `POST ${visit}/:action`,
  `DELETE ${visit}`,
  `POST ${key}/admit`,
  `DELETE ${key}`,
] as const satisfies MemberCall[];
const callsOnDevices: ReadonlySet<string> = new Set(deviceCalls);

/**
 * Whether a role may use a call; `call` is the method and pattern. Calls outside the table are refused. `onDevice`: the
 * session is on a device.
 */
export function mayCall(role: Role, call: string, onDevice = false): boolean {
  return (table[call]?.includes(role) ?? false) && (!onDevice || callsOnDevices.has(call));
}

type Reach = { role: Role; locationIds: readonly string[] | null };

/**
 * Whether the member `by` may invite, change or remove another member who has this role and these locations. The owner
 * may manage every other member. A manager may manage only hosts and viewers within the manager's own locations.
 * `locationIds` null: all locations.
 */
export function mayManage(by: Reach, { role, locationIds }: Reach): boolean {
  if (by.role === 'owner') return role !== 'owner';
  if (by.role !== 'manager' || (role !== 'host' && role !== 'viewer')) return false;
  const { locationIds: own } = by;
  return own === null || (locationIds !== null && locationIds.every((id) => own.includes(id)));
}

/**
 * Whether a role reads guests' phone numbers. `isAllowed`: whether the owner has given this member the permission; only
 * hosts can have this permission.
 */
export function seesNumbers(role: Role, isAllowed: boolean): boolean {
  if (role === 'host') return isAllowed;
  return role !== 'viewer';
}
