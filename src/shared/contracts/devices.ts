/** API contract of devices at the door and of the PINs that unlock them. */
import * as z from 'zod/mini';
import { devicesCopy } from '../copy/owner/devices.ts';
import {
  DEVICE_CODE_DIGITS,
  DEVICE_IDLE_MINUTES,
  MAX_DEVICE_NAME_LENGTH,
  PIN_MAX_LENGTH,
  PIN_MIN_LENGTH,
} from '../limits.ts';
import { line } from './account/account.ts';
import { confirmedRequest } from './account/security.ts';
import { endedSession } from './account/view.ts';
import { timestamp } from './queue-view.ts';

const { add, page, pin: say } = devicesCopy;

/** `POST /auth/devices`: asks for a code that enrols a device. */
export const newDeviceRequest = z.object({
  name: line(add.nameRequired, z.maxLength(MAX_DEVICE_NAME_LENGTH, add.nameTooLong(MAX_DEVICE_NAME_LENGTH))),
  locationId: z.string(add.locationRequired),
  idleMinutes: z.literal(DEVICE_IDLE_MINUTES),
});
export type NewDeviceRequest = z.infer<typeof newDeviceRequest>;
/** The form of a device: location and time are chosen beside it. */
export const deviceForm = z.pick(newDeviceRequest, { name: true });

/** `PATCH /auth/devices/{id}`: another name and another time. */
export const changeDeviceRequest = z.omit(newDeviceRequest, { locationId: true });
export type ChangeDeviceRequest = z.infer<typeof changeDeviceRequest>;

/** The answer to `POST /auth/devices`: the code is shown once and works once. */
export const newDeviceAnswer = z.object({ code: z.string(), expiresAt: timestamp });
export type NewDeviceAnswer = z.infer<typeof newDeviceAnswer>;

/** `GET /auth/devices`: the enrolled devices of the locations that the member may reach. */
export const devicesAnswer = z.object({
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      idleMinutes: z.int(),
      lastSeenAt: timestamp,
    }),
  ),
});
export type DevicesAnswer = z.infer<typeof devicesAnswer>;

/** `POST /auth/device/enrol`. Spaces and dashes in a typed code do not matter. */
export const enrolRequest = z.object({
  code: z.pipe(
    z.pipe(
      z.string(page.codeWrong),
      z.transform((typed) => typed.replaceAll(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(new RegExp(`^\\d{${DEVICE_CODE_DIGITS}}$`), page.codeWrong)),
  ),
});

const member = z.object({ id: z.string(), name: z.nullable(z.string()) });

/**
 * A device with the members who may unlock it. `unlockedBy`: the member whose session this browser has on it; null while
 * it is locked.
 */
const deviceView = z.object({
  name: z.string(),
  businessName: z.string(),
  address: z.string(),
  idleMinutes: z.int(),
  members: z.array(member),
  unlockedBy: z.nullable(member),
});
export type DeviceView = z.infer<typeof deviceView>;
/** `GET /auth/device`: null if the browser is not enrolled, or the device was revoked. */
export const ownDevice = z.nullable(deviceView);

/** The answer of calls that enrol and unlock. */
export const deviceAnswer = z.extend(deviceView, endedSession);

const pin = z
  .string(say.rule)
  .check(z.regex(new RegExp(`^\\d{${PIN_MIN_LENGTH},${PIN_MAX_LENGTH}}$`), say.rule));

/** `POST /auth/device/unlock`. */
export const unlockRequest = z.object({ memberId: z.string(), pin });
export type UnlockRequest = z.infer<typeof unlockRequest>;

/** `PUT /auth/pin`: sets the own PIN, after the password and the second step. */
export const setPinRequest = z.extend(confirmedRequest, {
  pin: z.pipe(pin, z.string().check(z.refine((typed) => !isSimplePin(typed), say.simple))),
});
export type SetPinRequest = z.infer<typeof setPinRequest>;

/** `GET /auth/pin`. */
export const pinAnswer = z.object({ isSet: z.boolean(), isLocked: z.boolean() });
export type PinAnswer = z.infer<typeof pinAnswer>;

/** Whether each digit is the one before it plus the same number: 1111, 1234, 9876, 2468. */
function isSimplePin(typed: string): boolean {
  const digits = Array.from(typed, Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  return new Set(steps).size === 1;
}
