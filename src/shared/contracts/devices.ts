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
import { withPlainDigits } from '../typing/plain-digits.ts';
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
/**
 * The text field in the form of a device. Other controls of the form choose the location, and the idle time after which
 * the device locks.
 */
export const deviceForm = z.pick(newDeviceRequest, { name: true });

/** `PATCH /auth/devices/{id}`: changes the name and the time after which the device locks. */
export const changeDeviceRequest = z.omit(newDeviceRequest, { locationId: true });
export type ChangeDeviceRequest = z.infer<typeof changeDeviceRequest>;

/**
 * The answer to `POST /auth/devices`: the code is shown once and works once. `id` is the id that the device gets when
 * it is set up.
 */
export const newDeviceAnswer = z.object({ id: z.string(), code: z.string(), expiresAt: timestamp });
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

/** `POST /auth/device/enrol`. Spaces and dashes in a typed code are ignored. */
export const enrolRequest = z.object({
  code: z.pipe(
    z.pipe(
      z.string(page.codeWrong),
      z.transform((typed) => withPlainDigits(typed).replaceAll(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(new RegExp(`^\\d{${DEVICE_CODE_DIGITS}}$`), page.codeWrong)),
  ),
});

/** `name`: null for an owner without a name, '' for another member without a name. */
const member = z.object({ id: z.string(), name: z.nullable(z.string()) });

/**
 * A device with the members who may unlock it. `unlockedBy`: the member whose session this browser has; null while the
 * device is locked.
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

/** The answer of the calls that enrol or unlock a device. */
export const deviceAnswer = z.extend(deviceView, endedSession);

const pin = z.pipe(
  z.pipe(z.string(say.rule), z.transform(withPlainDigits)),
  z.string().check(z.regex(new RegExp(`^\\d{${PIN_MIN_LENGTH},${PIN_MAX_LENGTH}}$`), say.rule)),
);

/** `POST /auth/device/unlock`. */
export const unlockRequest = z.object({ memberId: z.string(), pin });
export type UnlockRequest = z.infer<typeof unlockRequest>;

/** `PUT /auth/pin`: sets the caller's PIN; needs the password and the second step. */
export const setPinRequest = z.extend(confirmedRequest, {
  pin: z.pipe(pin, z.string().check(z.refine((typed) => !isSimplePin(typed), say.simple))),
});
export type SetPinRequest = z.infer<typeof setPinRequest>;

/** `GET /auth/pin`. */
export const pinAnswer = z.object({ isSet: z.boolean(), isLocked: z.boolean() });
export type PinAnswer = z.infer<typeof pinAnswer>;

/** Whether the difference between neighbouring digits is always the same: 1111, 1234, 9876, 2468. */
function isSimplePin(typed: string): boolean {
  const digits = Array.from(typed, Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  return new Set(steps).size === 1;
}
