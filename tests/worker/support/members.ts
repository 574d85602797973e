/** Members of a business for tests, inserted into the database with an open session. */
import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import type { GivenRole } from '../../../src/shared/roles.ts';
import { database } from '../../../src/worker/db/client.ts';
import { memberships } from '../../../src/worker/db/schema/businesses.ts';
import { replaceInvitation } from '../../../src/worker/identity/invitation-rows.ts';
import { insertSession } from '../../../src/worker/identity/sessions.ts';
import { newToken } from '../../../src/worker/identity/tokens.ts';
import { insertUser, newUser, type UserRow } from '../../../src/worker/identity/users.ts';
import { hashPassword } from '../../../src/worker/platform/passwords.ts';
import { goodPassword, type TestOwner } from './factories.ts';

export type TestMember = { user: UserRow; cookie: string };

let made = 0;

/** Inserts a member of this owner's business with an open session. The password is `goodPassword`. */
export async function newMember(
  { business }: Pick<TestOwner, 'business'>,
  role: GivenRole,
  about: { locationIds?: string[] | null; mayReadNumbers?: boolean } = {},
): Promise<TestMember> {
  made += 1;
  const now = Date.now();
  const id = crypto.randomUUID();
  const email = `${role}-${made}@example.com`;
  const user = { ...newUser({ id, email, phone: '', language: null, now }), emailVerifiedAt: now };
  const { locationIds = null, mayReadNumbers = false } = about;
  const key = { userId: id, businessId: business.id };
  const db = database(env);
  const { token, tokenHash } = newToken();
  await db.batch([
    insertUser(db, { ...user, passwordHash: await hashPassword(goodPassword) }),
    db
      .insert(memberships)
      .values({ ...key, role, name: `The ${role}`, locationIds, mayReadNumbers, createdAt: now }),
    insertSession(db, tokenHash, key, now, null),
  ]);
  return { user, cookie: `holdline_session=${token}` };
}

/** Inserts an open invitation to this owner's business. Returns its id and the token for its link. */
export async function newInvitation(
  { business, user }: Pick<TestOwner, 'business' | 'user'>,
  email: string,
  about: { role?: GivenRole; locationIds?: string[] | null; invitedBy?: string } = {},
): Promise<{ id: string; token: string }> {
  const { token, tokenHash } = newToken();
  const id = crypto.randomUUID();
  const grant = {
    role: 'host' as const,
    locationIds: null,
    mayReadNumbers: false,
    invitedBy: user.id,
    ...about,
  };
  const invited = { id, tokenHash, businessId: business.id, email, ...grant };
  const db = database(env);
  await db.batch(replaceInvitation(db, invited, Date.now(), sql`true`));
  return { id, token };
}
