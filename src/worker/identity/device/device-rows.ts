/** Queries on `devices`, and on the sessions that members have on devices. */
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { DEVICE_CODE_MS, DEVICE_UNSEEN_MS, MAX_DEVICES } from '../../../shared/limits.ts';
import type { Database } from '../../db/client.ts';
import { businesses, devices, memberships } from '../../db/schema/businesses.ts';
import { locations } from '../../db/schema/locations.ts';
import { sessions } from '../../db/schema/users.ts';
import { hasPinHash, nameOnDevices } from './pin-rows.ts';
import { deviceUse } from './device-use.ts';

type DeviceRow = typeof devices.$inferSelect;

/** An enrolled device at an open location of a business. */
export type Device = Pick<DeviceRow, 'id' | 'name' | 'idleMinutes' | 'lastSeenAt'> & {
  business: { id: string; name: string };
  location: { id: string; address: string; businessId: string };
};

const columns = {
  id: devices.id,
  name: devices.name,
  idleMinutes: devices.idleMinutes,
  lastSeenAt: devices.lastSeenAt,
  business: { id: businesses.id, name: businesses.name },
  location: { id: locations.id, address: locations.address, businessId: locations.businessId },
};

/** The last use of a device is stored at most once a minute, to save writes. */
const SEEN_AGAIN_MS = 60_000;

/**
 * Statements for a batch: insert a device with a code, if the business may have one more device. The second statement
 * returns a row if the device was inserted.
 */
export function insertDevice(
  db: Database,
  {
    id,
    businessId,
    locationId,
    name,
    idleMinutes,
    codeHash,
    createdBy,
  }: Omit<DeviceRow, 'createdAt' | 'tokenHash' | 'lastSeenAt'>,
  now: number,
) {
  const owned = sql`(select count(*) from devices d where d.business_id = ${businessId})`;
  return [
    deleteUselessDevices(db, now),
    db
      .insert(devices)
      .select(
        db
          .select({
            id: sql<string>`${id}`.as('id'),
            businessId: locations.businessId,
            locationId: locations.id,
            name: sql<string>`${name}`.as('name'),
            idleMinutes: sql<number>`${idleMinutes}`.as('idle_minutes'),
            createdAt: sql<number>`${now}`.as('created_at'),
            codeHash: sql<string | null>`${codeHash}`.as('code_hash'),
            tokenHash: sql<string | null>`null`.as('token_hash'),
            lastSeenAt: sql<number>`${now}`.as('last_seen_at'),
            createdBy: sql<string | null>`${createdBy}`.as('created_by'),
          })
          .from(locations)
          .where(
            and(
              eq(locations.id, locationId),
              eq(locations.businessId, businessId),
              isNull(locations.removedAt),
              sql`${owned} < ${MAX_DEVICES}`,
            ),
          ),
      )
      .returning({ id: devices.id }),
  ] as const;
}

/**
 * Enrols the device that was created with this code. Each code works only once. Returns the user who created the code,
 * if the code was valid.
 */
export function enrolDevice(db: Database, codeHash: string, tokenHash: string, now: number) {
  return db
    .update(devices)
    .set({ tokenHash, codeHash: null, lastSeenAt: now })
    .where(and(eq(devices.codeHash, codeHash), gt(devices.createdAt, now - DEVICE_CODE_MS)))
    .returning({ businessId: devices.businessId, createdBy: devices.createdBy });
}

/** The device with this token; null if there is no such device, or if its location was removed. */
export async function findDevice(db: Database, tokenHash: string, now: number): Promise<Device | null> {
  const row = await enrolled(db)
    .where(and(eq(devices.tokenHash, tokenHash), isInUse(now)))
    .get();
  return row ?? null;
}

/** The enrolled devices of a business, sorted by name. */
export function devicesOf(db: Database, businessId: string, now: number): Promise<Device[]> {
  return enrolled(db)
    .where(and(eq(devices.businessId, businessId), isNotNull(devices.tokenHash), isInUse(now)))
    .orderBy(asc(devices.name), asc(devices.createdAt))
    .all();
}

function enrolled(db: Database) {
  return db
    .select(columns)
    .from(devices)
    .innerJoin(businesses, and(eq(businesses.id, devices.businessId), isNull(businesses.deletionBegunAt)))
    .innerJoin(locations, and(eq(locations.id, devices.locationId), isNull(locations.removedAt)));
}

const isInUse = (now: number) => gt(devices.lastSeenAt, now - DEVICE_UNSEEN_MS);

/** Stores the time at which a device was seen, at most once a minute. */
export async function recordSeen(db: Database, { id, lastSeenAt }: Device, now: number): Promise<void> {
  if (now - lastSeenAt < SEEN_AGAIN_MS) return;
  await db.update(devices).set({ lastSeenAt: now }).where(eq(devices.id, id));
}

/** Changes the name and the idle time of a device. Returns a row if the device still exists. */
export function changeDevice(db: Database, id: string, change: Pick<DeviceRow, 'name' | 'idleMinutes'>) {
  return db.update(devices).set(change).where(eq(devices.id, id)).returning({ id: devices.id });
}

/**
 * Statements for a batch: delete these devices and their sessions. The first statement returns the devices' open
 * locations, and the second returns the sessions' hashes. Pass locations and hashes to `endSessionsAt` after the batch.
 */
export function deleteDevices(db: Database, which: SQL) {
  return [
    db
      .select(columns.location)
      .from(devices)
      .innerJoin(locations, and(eq(locations.id, devices.locationId), isNull(locations.removedAt)))
      .where(which),
    db
      .delete(sessions)
      .where(inArray(sessions.deviceId, db.select({ id: devices.id }).from(devices).where(which)))
      .returning({ tokenHash: sessions.tokenHash }),
    db.delete(devices).where(which).returning({ businessId: devices.businessId }),
  ] as const;
}

/** Conditions on `devices`, for `deleteDevices`. */
export const devicesWith = {
  id: (id: string) => eq(devices.id, id),
  token: (tokenHash: string) => eq(devices.tokenHash, tokenHash),
  location: (locationId: string) => eq(devices.locationId, locationId),
  /** Devices whose code this user created after `since`. */
  maker: (userId: string, since: number) =>
    sql`${devices.createdBy} = ${userId} and ${devices.createdAt} > ${since}`,
};

/** Statement for a batch: deletes devices whose code has expired, or that were not seen for a long time. */
export function deleteUselessDevices(db: Database, now: number) {
  return db
    .delete(devices)
    .where(
      or(
        lte(devices.lastSeenAt, now - DEVICE_UNSEEN_MS),
        and(isNull(devices.tokenHash), lte(devices.createdAt, now - DEVICE_CODE_MS)),
      ),
    );
}

/** Statement for a batch: ends the sessions on a device. Returns their hashes. */
export function endSessionsOn(db: Database, deviceId: string) {
  return db
    .delete(sessions)
    .where(eq(sessions.deviceId, deviceId))
    .returning({ tokenHash: sessions.tokenHash });
}

/**
 * Statement for a batch: inserts a member's session on a device, if the member still has this PIN and the device was
 * not revoked meanwhile. Returns a row if the session was inserted.
 */
export function insertSessionOn(
  db: Database,
  device: Device,
  { tokenHash, userId, pinHash }: { tokenHash: string; userId: string; pinHash: string },
  now: number,
) {
  const isEnrolled = exists(
    db
      .select({ one: sql`1` })
      .from(devices)
      .where(and(eq(devices.id, device.id), isNotNull(devices.tokenHash))),
  );
  return db
    .insert(sessions)
    .select(
      db
        .select({
          tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
          userId: memberships.userId,
          createdAt: sql<number>`0`.as('created_at'),
          lastUsedAt: sql<number>`${now}`.as('last_used_at'),
          device: sql<string | null>`null`.as('device'),
          businessId: memberships.businessId,
          deviceId: sql<string | null>`${device.id}`.as('device_id'),
        })
        .from(memberships)
        .where(and(hasPinHash({ userId, businessId: device.business.id }, pinHash), isEnrolled)),
    )
    .returning({ tokenHash: sessions.tokenHash });
}

/**
 * The member whose live session on this device has the token hash `tokenHash`; null if there is no such session, which
 * means that the device is locked.
 */
export async function sessionOn(
  db: Database,
  device: Device,
  tokenHash: string,
  now: number,
): Promise<{ id: string; name: string | null } | null> {
  const row = await db
    .select({ id: memberships.userId, name: nameOnDevices, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .innerJoin(
      memberships,
      and(eq(memberships.userId, sessions.userId), eq(memberships.businessId, device.business.id)),
    )
    .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.deviceId, device.id)))
    .get();
  if (row === undefined || now >= deviceUse(row.lastUsedAt, device.idleMinutes).until) return null;
  return { id: row.id, name: row.name };
}

/**
 * Records that somebody uses an unlocked device. Returns the hash of the device's session; no row if the device is
 * locked.
 */
export function recordUseOn(db: Database, { id, idleMinutes }: Device, tokenHash: string, now: number) {
  const endedIfUsedAt = now - deviceUse(0, idleMinutes).until;
  return db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        eq(sessions.deviceId, id),
        gt(sessions.lastUsedAt, endedIfUsedAt),
      ),
    )
    .returning({ tokenHash: sessions.tokenHash });
}
