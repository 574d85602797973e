/** API contract of an account's locations (`docs/spec.md` section 7). */
import * as z from 'zod/mini';
import { accountCopy } from '../copy/owner/account.ts';
import { ownerCopy } from '../copy/owner/owner.ts';
import { MAX_ADDRESS_LENGTH } from '../limits.ts';
import { line } from './account/account.ts';

const address = line(
  ownerCopy.toasts.addressRequiredBody,
  z.maxLength(MAX_ADDRESS_LENGTH, accountCopy.signUp.tooLong(MAX_ADDRESS_LENGTH)),
);

/** `PUT /auth/locations/{id}/address`. */
export const changeAddressRequest = z.object({ address });
export type ChangeAddressRequest = z.infer<typeof changeAddressRequest>;

/** `POST /auth/locations`. `timezone` is an IANA name from the owner's browser. An unknown or absent name means UTC. */
export const addLocationRequest = z.object({
  address,
  timezone: z.optional(z.string().check(z.maxLength(64))),
});
export type AddLocationRequest = z.infer<typeof addLocationRequest>;

/** `PUT /auth/me`: the locations to keep. Other fields of the body are ignored. */
export const keepLocationsRequest = z.object({
  locations: z.array(z.object({ id: z.optional(z.string()), address: z.optional(z.string()) })),
});
